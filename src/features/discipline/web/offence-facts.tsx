import { t } from '#lib/messages.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import { Link } from '#web/router.tsx'
import type { FoundAction } from '../contract.ts'
import { DEVIATION_LABELS, termsText, timeText } from '../offence-rules.ts'
import { Fact } from './action-facts.tsx'

/**
 * The offences of an action, as the catalogue described them when it was logged, and how the action differs from the
 * suggestion.
 */
export function OffenceFacts({ found: { offences, deviation } }: { found: FoundAction }) {
  if (offences.length === 0) return null
  return (
    <>
      <Fact label={t('Offences')}>
        <ul>
          {offences.map((offence) => (
            <li key={offence.code}>
              <Link to={`/offences#${offence.code}`} className="inline-link">
                {offence.code} {offence.name}
              </Link>{' '}
              <span className="text-paper-dim">
                {timeText(offence.rung)} · {termsText(offence)}
              </span>
              <p className="text-paper-faint text-xs">{offence.text}</p>
            </li>
          ))}
        </ul>
      </Fact>
      {deviation !== null && (
        <Fact label={t('Suggestion')}>
          {t(DEVIATION_LABELS[deviation.way])}
          {deviation.way !== 'none' && (
            <p className="whitespace-pre-wrap break-words text-paper-dim">{deviation.why ?? t(REDACTED_TEXT)}</p>
          )}
        </Fact>
      )}
    </>
  )
}
