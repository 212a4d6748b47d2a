import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useMedia, useSite } from '#web/site-context.tsx'
import { BETA_DATE, BETA_VERSION } from '../chat-rules.ts'

/** Explains what the assistant is and that it can be wrong (spec sections 2 and 9). */
export function BetaPopup({ onClose }: { onClose(): void }) {
  const media = useMedia()
  const { assistant } = useSite()
  return (
    <Dialog
      title={t('Introducing {name}', { name: assistant.name })}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {t('Got it')}
        </Button>
      }
    >
      <div className="flex items-center gap-4">
        <img src={media('/media/assistant.svg')} alt="" width="72" height="72" className="size-18 shrink-0" />
        <p>
          <span className="eyebrow inline-block rounded-full border border-amber/50 px-2.5 py-0.5 text-amber normal-case">
            {BETA_VERSION}
          </span>
          <span className="mt-2 block text-paper">
            <time dateTime="2025-08-30">{t(BETA_DATE)}</time>
          </span>
        </p>
      </div>
      <p className="mt-5">
        {t('{name} searches our rules and codes and shows where each answer comes from.', { name: assistant.name })}
      </p>
      <p className="mt-3 text-paper">
        {t(
          'Please remember that AI can be inaccurate. The written rules always count, so check the sources below each answer.',
        )}
      </p>
    </Dialog>
  )
}
