import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { longDay, longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { ErrorNote } from '#ui/error-note.tsx'
import { LinkedText } from '#ui/linked-text.tsx'
import { SideBySide, type Sides } from '#ui/side-by-side.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Link } from '#web/router.tsx'
import type { AppealedAction, AppealedFacts, AppealedOffence, AppealSnapshot } from '../snapshot-contract.ts'

/** The title of an action from its type and day: "Strike, 14 March 2026". */
export const titleOf = ({ type, date }: Pick<AppealedFacts, 'type' | 'date'>) =>
  t('{type}, {day}', { type, day: longDay(date) })

interface AppealedActionFactsProps {
  action: AppealedAction
  /** The label that says as of when its offences are shown. */
  when: string
}

/** An action as the person it is about may see it. */
export function AppealedActionFacts({ action, when }: AppealedActionFactsProps) {
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
      {offences.length > 0 && <p className="eyebrow mt-2 text-paper-faint">{when}</p>}
      {offences.map(({ name, text, rule }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and they never move
        <div key={place} className="mt-1.5 border-haze border-t pt-1.5">
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

/** A link to the rule of an offence, with the kept text if it is a rule of this site. */
function OffenceRule({ rule: { href, passage } }: { rule: OffenceRule }) {
  return (
    <div className="mt-1 break-words">
      <Link to={href} className="inline-link">
        {passage === null ? t('Read the rule') : passage.title}
      </Link>
      {passage !== null && <p className="mt-1 whitespace-pre-wrap border-haze border-l-2 pl-3">{passage.text}</p>}
      {passage?.isCut && (
        <p className="mt-1 text-paper-dim">
          {t('Only the beginning of it is kept.')}{' '}
          <Link to={href} className="inline-link">
            {t('Read all of it as it is today')}
          </Link>
        </p>
      )}
    </div>
  )
}

function endText(end: string): string {
  const moment = longMoment(end)
  return new Date(end) > new Date() ? t('It ends on {moment}.', { moment }) : t('It ended on {moment}.', { moment })
}

/** A note that the action ends by itself before the promised answer. `dueAt` is null when nobody can decide. */
export function EndsFirst({ endsAt, dueAt }: { endsAt: string | null; dueAt: string | null }) {
  if (endsAt === null || new Date(endsAt) <= new Date()) return null
  if (dueAt !== null && new Date(endsAt) >= new Date(dueAt)) return null
  const moment = longMoment(endsAt)
  return (
    <span className="block">
      {dueAt === null
        ? t('The action ends by itself on {moment}.', { moment })
        : t(
            'The action ends by itself on {moment}, before the day of your answer. The people who decide see this. They still decide your appeal.',
            { moment },
          )}
    </span>
  )
}

interface ThenAndNowProps {
  then: AppealSnapshot
  /** Null when the action no longer exists. */
  now: AppealedAction | null
}

/**
 * The action as it was when it was appealed. Below it, tables compare it with the time when it was given and with
 * today.
 */
export function ThenAndNow({ then, now }: ThenAndNowProps) {
  const { sinceGiven, sinceAppealed } = sidesOf(then, now)
  return (
    <>
      <AppealedActionFacts action={then} when={t('When it was given')} />
      {now === null && <p className="mt-2 text-sm">{t('This action is no longer in the record.')}</p>}
      {sinceGiven.some(isDifferent) && (
        <SideBySide
          left={t('When it was given')}
          right={now === null ? t('When it was appealed') : t('Today // action')}
          fields={sinceGiven}
        />
      )}
      {sinceAppealed.some(isDifferent) && (
        <SideBySide left={t('When it was appealed')} right={t('Today // action')} fields={sinceAppealed} />
      )}
    </>
  )
}

interface ReadActionProps {
  query: Pick<
    UseQueryResult<{ item: { snapshot: AppealSnapshot; today: AppealedAction | null } }>,
    'data' | 'error' | 'refetch'
  >
}

/** The action of an appeal, then and now, or its loading and error state. */
export function ReadAction({ query: { data, error, refetch } }: ReadActionProps) {
  if (data !== undefined) return <ThenAndNow then={data.item.snapshot} now={data.item.today} />
  if (error === null) return <Skeleton label={t('Loading the action…')} rows={3} columns={1} />
  return <ErrorNote message={t('Failed to load the action.')} error={error} onRetry={() => void refetch()} />
}

interface ActionFoldProps {
  title: string
  isOpenAtFirst?: boolean
  children: ReactNode
}

/** A part of a card that can be unfolded. Its content is rendered, and loads its data, only once it is open. */
export function ActionFold({ title, isOpenAtFirst = false, children }: ActionFoldProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <details className="mt-3 text-sm" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="inline-link w-fit cursor-pointer">{title}</summary>
      {isOpen && <div className="mt-2 space-y-3">{children}</div>}
    </details>
  )
}

/** The changes of an action while the viewer had it open. */
export function BeforeAndNow({ before, now }: { before: AppealedAction; now: AppealedAction | null }) {
  return (
    <>
      <AppealedActionFacts action={before} when={t('When you began')} />
      {now === null ? (
        <p className="mt-2 text-sm">{t('This action is no longer in the record.')}</p>
      ) : (
        <SideBySide
          left={t('When you began')}
          right={t('Now // action')}
          fields={[...factFields(before, now), ...offenceFields(before.offences, now.offences)]}
        />
      )}
    </>
  )
}

const isDifferent = (field: Sides | undefined) => field?.left !== field?.right

/**
 * The differences of an action between when it was given, when it was appealed, and today. The description of its
 * offences at the time of the appeal is left out when it equals one of the other two.
 */
function sidesOf(then: AppealSnapshot, now: AppealedAction | null): { sinceGiven: Sides[]; sinceAppealed: Sides[] } {
  const appealed = then.offences.map((offence) => offence.appealed)
  const untilAppealed = offenceFields(then.offences, appealed, notKept)
  if (now === null) return { sinceGiven: untilAppealed, sinceAppealed: [] }
  const changed = offenceFields(appealed, now.offences).filter((_, place) => isDifferent(untilAppealed[place]))
  return {
    sinceGiven: offenceFields(then.offences, now.offences, notKept),
    sinceAppealed: [...factFields(then, now), ...changed],
  }
}

function factFields(then: AppealedFacts, now: AppealedFacts): Sides[] {
  const field = (label: string, textOf: (action: AppealedFacts) => string) => {
    return { label, left: textOf(then), right: textOf(now) }
  }
  return [
    field(t('Type'), ({ type }) => type),
    field(t('Date'), ({ date }) => longMoment(date)),
    field(t('Reason'), ({ reason }) => reason ?? ''),
    field(t('Ends'), ({ endsAt }) => (endsAt === null ? '' : longMoment(endsAt))),
    field(t('Points'), ({ points }) => String(points)),
    field(t('Revoked // appeal'), ({ isRevoked }) => (isRevoked ? t('Yes') : t('No'))),
  ]
}

/** `missing` explains why the left side has no text for a rule that has one on the right side. */
const offenceFields = (
  left: readonly AppealedOffence[],
  right: readonly AppealedOffence[],
  missing = gone,
): Sides[] => [
  { label: t('Offences'), left: offencesText(left), right: offencesText(right) },
  { label: t('Rules'), left: rulesText(left, right, missing), right: rulesText(right, left, gone) },
]

const notKept = (address: string) => t('The rule at {address} was not kept.', { address })
const gone = (address: string, other: string) =>
  address === other ? t('There is no rule at {address}.', { address }) : address

const offencesText = (offences: readonly AppealedOffence[]) => offences.map(offenceText).join('\n')

const offenceText = ({ name, text, isRetired }: AppealedOffence) =>
  `${name}: ${text}${isRetired ? ` ${t('This offence is no longer in the catalogue.')}` : ''}`

/** The rules of offences as text. For a rule that only the other side has, it says why it is missing here. */
const rulesText = (
  offences: readonly AppealedOffence[],
  others: readonly AppealedOffence[],
  missing: (address: string, other: string) => string,
) =>
  offences
    .flatMap(({ rule }, place) => {
      if (rule === null) return []
      if (rule.passage !== null) return passageText(rule.passage)
      const other = others[place]?.rule ?? null
      return other === null || other.passage === null ? rule.href : missing(rule.href, other.href)
    })
    .join('\n\n')

const passageText = ({ title, text, isCut }: NonNullable<OffenceRule['passage']>) =>
  `${title}\n${text}${isCut ? `\n\n${t('Only the beginning of it is kept.')}` : ''}`
