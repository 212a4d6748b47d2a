import Gamepad2 from 'lucide-react/icons/gamepad-2'
import { type ReactNode, useId } from 'react'
import { longDay, longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { LinkedText } from '#ui/linked-text.tsx'
import { Link } from '#web/router.tsx'
import { useArrival } from '#web/use-arrival.ts'
import type { OwnAction } from '../contract.ts'
import { isConfirmedInGame } from '../rules.ts'
import { useAcknowledge } from './queries.ts'
import { TypeChip } from './type-chip.tsx'

/** The id of an action in the address of a person's own page. */
export const actionId = ({ family, id }: Pick<OwnAction, 'family' | 'id'>) => `action-${family}-${id}`

interface OwnActionCardProps {
  action: OwnAction
  /** True when the address names this action. */
  isWanted: boolean
  evidence: ReactNode
  below: ReactNode
}

/** One action, as the person whom it is about sees it: the reason, what it means now, and what they can do. */
export function OwnActionCard({ action, isWanted, evidence, below }: OwnActionCardProps) {
  const { family, date, type, external_reason, offences, revoked, may_acknowledge } = action
  const card = useArrival<HTMLLIElement>(isWanted)
  return (
    <li
      ref={card}
      id={actionId(action)}
      tabIndex={-1}
      className={`scroll-mt-4 rounded-md border p-4 ${isWanted ? 'border-lagoon' : 'border-haze'}`}
    >
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-base">
        {revoked === null ? (
          <TypeChip type={type} revoked={null} />
        ) : (
          <Chip>
            <s className="decoration-paper-faint">{type}</s>
          </Chip>
        )}
        <time dateTime={date}>{longDay(date)}</time>
        {family === 'players' && (
          <span className="inline-flex items-center gap-1.5 font-normal text-paper-dim text-sm">
            <Gamepad2 aria-hidden="true" className="size-4 text-paper-faint" />
            {t('As a player')}
          </span>
        )}
        {may_acknowledge && <Chip tone="warn">{t('Not read yet')}</Chip>}
        {revoked !== null && (
          <Chip tone="ok">{revoked.outcome === 'expired' ? t('No longer counts') : t('Taken back')}</Chip>
        )}
      </h3>
      <Part title={t('What it was for')}>
        <p className="whitespace-pre-wrap break-words text-paper">
          {external_reason !== null ? (
            <LinkedText text={external_reason} />
          ) : (
            <span className="text-paper-dim">
              {family === 'staff'
                ? t('You were not given a reason. Ask your supervisor.')
                : t('You were not given a reason. Ask the staff.')}
            </span>
          )}
        </p>
        {offences.map((offence) => (
          <Offence key={offence.name} offence={offence} />
        ))}
      </Part>
      {evidence}
      <Part title={t('What it means for you')}>
        <ul className="list-disc space-y-1 pl-5">
          {[...meaningsOf(action), ...effectTexts(action)].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Part>
      <Acknowledgement action={action} />
      {below}
    </li>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-3 text-sm">
      <h4 className="mb-1 font-semibold text-paper-dim text-sm">{title}</h4>
      {children}
    </div>
  )
}

function Offence({ offence: { name, text, rule } }: { offence: OwnAction['offences'][number] }) {
  return (
    <p className="mt-1.5 break-words">
      <strong className="font-semibold text-paper">{name}</strong>{' '}
      <span className="whitespace-pre-wrap text-paper-dim">{text}</span>{' '}
      {rule !== null && (
        <Link to={rule} className="inline-link">
          {t('Read the rule')}
        </Link>
      )}
    </p>
  )
}

/** What an action means now, one sentence each. */
function meaningsOf({ revoked, ends_at, points, approval_due_at }: OwnAction): string[] {
  if (revoked !== null) {
    const day = longDay(revoked.at)
    return revoked.outcome === 'expired'
      ? [t('It has not counted since {day}.', { day })]
      : [t('It was taken back on {day} and no longer counts.', { day })]
  }
  return [endText(ends_at), ...(points.given > 0 ? [pointsText(points)] : []), ...approvalTexts(approval_due_at)]
}

function endText(end: string | null): string {
  if (end === null) return t('It has no end date.')
  const moment = longMoment(end)
  return Date.parse(end) > Date.now() ? t('It ends on {moment}.', { moment }) : t('It ended on {moment}.', { moment })
}

/** The effect of an action on the person's roster entry until it ends. */
function effectTexts({ ends_at, effect: { roster_status: status, blocks_promotion } }: OwnAction): string[] {
  if (ends_at === null) return []
  const moment = longMoment(ends_at)
  return [
    ...(status === null ? [] : [t('Until {moment}, the rosters show you as {status}.', { moment, status })]),
    ...(blocks_promotion ? [t('You cannot be promoted until {moment}.', { moment })] : []),
  ]
}

function pointsText({ given, are_active, until }: OwnAction['points']): string {
  const count = { count: given }
  if (!are_active) return t({ one: 'One point, no longer counts', other: '{count} points, no longer count' }, count)
  if (until === null) return t({ one: '{count} point', other: '{count} points' }, count)
  const moment = longMoment(until)
  return t({ one: 'One point, until {moment}', other: '{count} points, until {moment}' }, { ...count, moment })
}

function approvalTexts(dueAt: string | null): string[] {
  if (dueAt === null) return []
  if (Date.parse(dueAt) <= Date.now()) {
    return [
      t(
        'It counts already. A second person still has to check it, and that is late. If they reject it, it no longer counts.',
      ),
    ]
  }
  return [
    t('It counts already. A second person still checks it, by {moment}. If they reject it, it no longer counts.', {
      moment: longMoment(dueAt),
    }),
  ]
}

/** The checkbox to confirm reading, or when the person confirmed it. */
function Acknowledgement({ action }: { action: OwnAction }) {
  const { id, version, family, type, date, acknowledged_at, may_acknowledge } = action
  const hintId = useId()
  const acknowledging = useAcknowledge(family, id)
  if (acknowledged_at !== null) {
    return (
      // The checkbox that had the focus is gone, so the focus moves here.
      <p
        ref={(words) => (acknowledging.isSuccess ? words?.focus() : undefined)}
        tabIndex={acknowledging.isSuccess ? -1 : undefined}
        className="mt-3 text-paper-faint text-sm"
      >
        {isConfirmedInGame(action)
          ? t('You confirmed this in the game.')
          : t('You read this on {moment}.', { moment: longMoment(acknowledged_at) })}
      </p>
    )
  }
  if (!may_acknowledge) return null
  return (
    <div className="mt-3">
      <label className="touch-target flex min-h-11 w-fit cursor-pointer items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          aria-label={`${t('I have read this')}: ${t('{type}, {day}', { type, day: longDay(date) })}`}
          aria-describedby={hintId}
          className="size-5 shrink-0 accent-sunset"
          checked={acknowledging.isPending}
          disabled={acknowledging.isPending}
          onChange={() => acknowledging.mutate(version)}
        />
        <span>
          {t('I have read this')}
          <span id={hintId} className="block text-paper-faint text-xs">
            {t('This does not mean that you agree.')}
          </span>
        </span>
      </label>
      {acknowledging.isError && <ErrorNote message={acknowledging.error.message} />}
    </div>
  )
}
