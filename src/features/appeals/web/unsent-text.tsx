import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { announce, toastCopyRefused } from '#ui/live-region.tsx'
import type { OwnAppealRow } from '../contract.ts'
import type { Appeal } from '../decision-contract.ts'
import type { GivenAppealRow } from '../given-contract.ts'
import { isOpen } from '../rules.ts'

interface UnsentTextProps {
  /** What happened meanwhile. */
  why: string
  text: string
  onDiscard(): void
}

/** A text that can no longer be sent, with what happened meanwhile and a way to copy it. */
export function UnsentText({ why, text, onDiscard }: UnsentTextProps) {
  const copy = () => navigator.clipboard.writeText(text).then(() => announce(t('Copied')), toastCopyRefused)
  return (
    <div role="alert" className="mt-3 rounded-sm border border-amber/50 bg-amber/10 px-3 py-2.5 text-sm">
      <p className="text-paper">
        {why} <strong className="font-semibold">{t('Your text was not sent.')}</strong>
      </p>
      <p className="mt-2 max-h-48 overflow-y-auto whitespace-pre-wrap break-words rounded-sm border border-haze bg-night/50 px-3 py-2 text-paper">
        {text}
      </p>
      <p className="mt-2 flex flex-wrap gap-3">
        <Button size="sm" onClick={() => void copy()}>
          {t('Copy the text')}
        </Button>
        <Button size="sm" look="ghost" onClick={onDiscard}>
          {t('Discard the text')}
        </Button>
      </p>
    </div>
  )
}

/** What ended an appeal while staff were still writing. Null while it is open. */
export function endedMeanwhile(appeal: Appeal | GivenAppealRow): string | null {
  const { state, endedBy, appellant } = appeal
  if (isOpen(state)) return null
  if (state === 'withdrawn') return t('{name} withdrew the appeal meanwhile.', { name: appellant.name })
  if (state === 'closed') return t('The action was revoked meanwhile, so the appeal is closed.')
  if ('decider' in appeal && appeal.decider !== null)
    return t('{name} decided on this appeal meanwhile.', { name: appeal.decider.name })
  if (endedBy === 'issuer') return t('The person who gave the action took it back meanwhile.')
  return t('This appeal ended meanwhile.')
}

/** What ended the viewer's own appeal while they were still writing. Null while it is open. */
export function ownEndedMeanwhile({ state, endedBy }: OwnAppealRow): string | null {
  if (isOpen(state)) return null
  if (state === 'withdrawn') return t('You withdrew this appeal meanwhile.')
  if (state === 'closed') return t('The action was revoked meanwhile, so the appeal is closed.')
  if (endedBy === 'issuer') return t('The person who gave the action took it back meanwhile.')
  return t('Your appeal was decided meanwhile.')
}
