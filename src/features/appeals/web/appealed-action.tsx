import { longDay, longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { LinkedText } from '#ui/linked-text.tsx'
import { SideBySide } from '#ui/side-by-side.tsx'
import { Link } from '#web/router.tsx'
import type { AppealedAction, AppealedOffence } from '../contract.ts'

/** An action by its type and day: "Strike, 14 March 2026". */
export const titleOf = ({ type, date }: Pick<AppealedAction, 'type' | 'date'>) =>
  t('{type}, {day}', { type, day: longDay(date) })

/** What an action says, as the person concerned may see it. */
export function AppealedActionFacts({ action }: { action: AppealedAction }) {
  const { reason, endsAt, points, offences } = action
  return (
    <div className="rounded-sm border border-haze bg-night/50 px-3 py-2 text-sm">
      <p className="font-semibold text-paper">{titleOf(action)}</p>
      <p className="mt-1 whitespace-pre-wrap break-words">
        {reason === null ? (
          <span className="text-paper-faint">{t('No reason was given.')}</span>
        ) : (
          <LinkedText text={reason} />
        )}
      </p>
      {(endsAt !== null || points > 0) && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-paper-dim">
          {endsAt !== null && <span>{endText(endsAt)}</span>}
          {points > 0 && <span>{t({ one: '{count} point', other: '{count} points' }, { count: points })}</span>}
        </p>
      )}
      {offences.map(({ name, text, rule }) => (
        <div key={name} className="mt-1.5 border-haze border-t pt-1.5">
          <p>
            <strong className="font-semibold text-paper">{name}</strong>{' '}
            <span className="whitespace-pre-wrap break-words">{text}</span>
          </p>
          {rule != null && <OffenceRule rule={rule} />}
        </div>
      ))}
    </div>
  )
}

type OffenceRule = NonNullable<AppealedOffence['rule']>

/** The way to the rule of an offence, and what was kept of it where it is one of this site. */
function OffenceRule({ rule: { href, passage } }: { rule: OffenceRule }) {
  return (
    <div className="mt-1 break-words">
      <Link to={href} className="inline-link">
        {passage === null ? t('Read the rule') : passage.title}
      </Link>
      {passage !== null && <p className="mt-1 whitespace-pre-wrap border-haze border-l-2 pl-3">{passage.text}</p>}
    </div>
  )
}

function endText(end: string): string {
  const moment = longMoment(end)
  return new Date(end) > new Date() ? t('It ends on {moment}.', { moment }) : t('It ended on {moment}.', { moment })
}

/** Says that an action ends by itself before the promised answer. */
export function EndsFirst({ endsAt, dueAt }: { endsAt: string | null; dueAt: string }) {
  if (endsAt === null || new Date(endsAt) >= new Date(dueAt) || new Date(endsAt) <= new Date()) return null
  return (
    <span className="block">
      {t(
        'The action ends by itself on {moment}, before the day of your answer. The people who decide see this. They still decide your appeal.',
        {
          moment: longMoment(endsAt),
        },
      )}
    </span>
  )
}

interface ThenAndNowProps {
  then: AppealedAction
  /** Null: the action is no longer there. */
  now: AppealedAction | null
}

/** The action as it was when it was appealed, and below it what has become of it since. */
export function ThenAndNow({ then, now }: ThenAndNowProps) {
  const fields = fieldsOf(then, now ?? then)
  return (
    <>
      <AppealedActionFacts action={then} />
      {now === null ? (
        <p className="mt-2 text-sm">{t('This action is no longer in the record.')}</p>
      ) : (
        fields.some(({ left, right }) => left !== right) && (
          <SideBySide left={t('When it was appealed')} right={t('Today // action')} fields={fields} />
        )
      )}
    </>
  )
}

function fieldsOf(then: AppealedAction, now: AppealedAction) {
  const field = (label: string, textOf: (action: AppealedAction) => string) => {
    return { label, left: textOf(then), right: textOf(now) }
  }
  return [
    field(t('Type'), ({ type }) => type),
    field(t('Date'), ({ date }) => longMoment(date)),
    field(t('Reason'), ({ reason }) => reason ?? ''),
    field(t('Ends'), ({ endsAt }) => (endsAt === null ? '' : longMoment(endsAt))),
    field(t('Points'), ({ points }) => String(points)),
    field(t('Revoked // appeal'), ({ isRevoked }) => (isRevoked ? t('Yes') : t('No'))),
    field(t('Offences'), ({ offences }) => offences.map(offenceText).join('\n')),
    { label: t('Rules'), left: rulesText(then, now), right: rulesText(now, then) },
  ]
}

const offenceText = ({ name, text, isRetired }: AppealedOffence) =>
  `${name}: ${text}${isRetired ? ` ${t('This offence is no longer in the catalogue.')}` : ''}`

/** The rules of an action; of one that only the other side says, why it is missing here. */
const rulesText = (action: AppealedAction, other: AppealedAction) =>
  action.offences
    .map(({ rule }, place) => ruleText(rule, other.offences[place]?.rule))
    .filter((text) => text !== '')
    .join('\n\n')

function ruleText(rule: AppealedOffence['rule'], other: AppealedOffence['rule']): string {
  if (rule == null) return rule === undefined && other != null ? t('The rule was not kept.') : ''
  const { href, passage } = rule
  if (passage !== null) return `${passage.title}\n${passage.text}`
  return other?.href === href && other.passage !== null ? t('There is no rule at {address}.', { address: href }) : href
}
