import { formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import { SideBySide } from '#ui/side-by-side.tsx'
import { rich } from '#web/rich.tsx'
import type { FoundAction } from '../contract.ts'
import { ACTION_FIELDS, isConfirmedInGame, stepsOf } from '../rules.ts'
import { factText } from './revise-form.tsx'

interface RevisionsProps {
  found: Pick<FoundAction, 'item' | 'revisions'>
  /** True when the revisions are shown at once, because changes matter here. */
  isOpen?: boolean
}

/** The versions of an action before each revision, with who revised it and why. Renders nothing without revisions. */
export function Revisions({ found, isOpen = false }: RevisionsProps) {
  if (found.revisions.length === 0) return null
  const steps = stepsOf(found.revisions, found.item)
  return (
    <details open={isOpen} className="group mt-5 border-haze border-t pt-4">
      <summary className="inline-link w-fit cursor-pointer text-sm">
        {t({ one: 'One earlier revision', other: '{count} earlier revisions' }, { count: steps.length })}
      </summary>
      <ol className="mt-3 space-y-5">
        {steps.map(({ version, at, by_name, why, was, became, acknowledged_at }) => (
          <li key={version}>
            <p className="text-paper text-sm">
              {rich('Revised by {name}, {moment}', {
                name: by_name,
                moment: <time dateTime={at}>{formatMoment(at)}</time>,
              })}
            </p>
            <p className="whitespace-pre-wrap break-words text-sm">{why ?? t(REDACTED_TEXT)}</p>
            {acknowledged_at !== null && (
              <p className="text-paper-dim text-sm">
                {isConfirmedInGame({ date: was.date, acknowledged_at })
                  ? t('They confirmed this version in the game.')
                  : t('They read this version on {moment}.', { moment: formatMoment(acknowledged_at) })}
              </p>
            )}
            <SideBySide
              left={t('Before')}
              right={t('After')}
              fields={ACTION_FIELDS.map(({ field, label }) => ({
                label: t(label),
                left: factText(field, was[field]),
                right: factText(field, became[field]),
              }))}
            />
          </li>
        ))}
      </ol>
    </details>
  )
}
