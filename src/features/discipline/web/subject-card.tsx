import { PersonLink } from '#features/auth/web/person-link.tsx'
import { dayOf, formatDay, formatMoment } from '#lib/dates.ts'
import { formatNumber, t } from '#lib/messages.ts'
import { ErrorNote } from '#ui/error-note.tsx'
import { Link } from '#web/router.tsx'
import type { Subject } from '../player-contract.ts'
import { CopiedText, Fact } from './action-facts.tsx'
import { BriefActions } from './brief-actions.tsx'
import { useActionsOf } from './queries.ts'

interface SubjectCardProps {
  subject: Subject
  /** The id of the open action. The other actions of the player are listed. */
  besides: number
}

/** A player: their account, their known identifiers, and their other actions. */
export function SubjectCard({ subject, besides }: SubjectCardProps) {
  const { account, name, identifiers, other_accounts, play_minutes, first_seen, last_seen, note } = subject
  return (
    <section aria-label={t('Who this is')} className="mt-5 border-haze border-t pt-4">
      <h3 className="mb-2 text-base text-paper">{name}</h3>
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Fact label={t('Discord')} id={account ?? undefined}>
          {account === null ? (
            <span className="text-paper-faint">{t('No account is known.')}</span>
          ) : (
            <PersonLink id={account} name={name}>
              {name}
            </PersonLink>
          )}
        </Fact>
        {identifiers.length > 0 && (
          <Fact label={t('Identifiers')}>
            <ul>
              {identifiers.map((identifier) => (
                <li key={identifier} className="pointer-coarse:py-3 tabular-nums">
                  <CopiedText label={t('Copy {text}', { text: identifier })} text={identifier} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {other_accounts.length > 0 && (
          <Fact label={t('Not them')}>
            <span className="tabular-nums">{other_accounts.join(', ')}</span>
            <span className="block text-paper-faint text-xs">
              {t('These Discord accounts have the same identifiers. Somebody said that they are different people.')}
            </span>
          </Fact>
        )}
        {(first_seen !== null || last_seen !== null) && (
          <Fact label={t('Seen')}>
            {[first_seen, last_seen].map((each) => (each === null ? '…' : formatDay(dayOf(each)))).join(' – ')}
          </Fact>
        )}
        {play_minutes !== null && (
          <Fact label={t('Played')}>
            {t(
              { one: '{hours} hour', other: '{hours} hours' },
              { hours: formatNumber(Math.round(play_minutes / 60)), count: Math.round(play_minutes / 60) },
            )}
          </Fact>
        )}
        {note !== null && (
          <Fact label={t('Note')}>
            <span className="whitespace-pre-wrap break-words">{note.text}</span>
            {(note.by !== null || note.at !== null) && (
              <span className="block text-paper-faint text-xs">
                {[note.by, note.at !== null && formatMoment(note.at)].filter(Boolean).join(', ')}
              </span>
            )}
          </Fact>
        )}
      </dl>
      <OtherActions subject={subject} besides={besides} />
    </section>
  )
}

/** The maximum number of other actions. The list has the rest. */
const SHOWN = 5

function OtherActions({ subject: { who, name }, besides }: SubjectCardProps) {
  const query = useActionsOf({ user: who })
  const others = query.data?.rows.filter(({ id }) => id !== besides).slice(0, SHOWN) ?? []
  return (
    <div className="mt-4">
      {query.isError && (
        <ErrorNote
          message={t('Their other actions could not be loaded.')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {others.length > 0 && (
        <>
          <h4 className="mb-1 text-paper-dim text-sm">{t('Their other actions')}</h4>
          <BriefActions label={t('Their other actions')} entries={others} />
        </>
      )}
      {query.data && (
        <p className="mt-1 text-sm">
          {others.length === 0 ? (
            <span className="text-paper-faint">{t('There are no other actions against them.')}</span>
          ) : (
            <Link to={`/player-record?user=${encodeURIComponent(who)}`} className="inline-link">
              {t('All actions against {name}', { name })}
            </Link>
          )}
        </p>
      )}
    </div>
  )
}
