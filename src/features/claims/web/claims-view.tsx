import { useState } from 'react'
import { PersonLink } from '#features/auth/web/person-link.tsx'
import { longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Link } from '#web/router.tsx'
import type { Claim } from '../contract.ts'
import { type ClaimDecision, useClaims, useDecideClaim } from './queries.ts'

/** The bans in game that people say are theirs, for staff to confirm. */
export function ClaimsView() {
  const { data, error, refetch } = useClaims()
  const claims = data?.data ?? []
  const failure = error && { message: t('Failed to load bans.'), error, onRetry: () => void refetch() }
  return (
    <div data-full-width="" className="mx-auto max-w-3xl px-4 pt-2 pb-16">
      <h1 className="text-2xl">{t('Bans to link')}</h1>
      <p className="mt-1 mb-4 text-paper-dim text-sm">
        {t(
          'The game has no Discord account for these players. Confirm only if you are sure who they are: after that they can read the ban.',
        )}
      </p>
      {failure !== null && data !== undefined && (
        <div className="mb-4">
          <ErrorNote {...failure} />
        </div>
      )}
      {claims.length === 0 ? (
        <NoRows
          isLoaded={data !== undefined}
          skeleton={<Skeleton label={t('Loading bans…')} rows={3} columns={1} />}
          failure={failure}
        >
          <Empty title={t('Nobody has claimed a ban.')} />
        </NoRows>
      ) : (
        <ul className="space-y-3">
          {claims.map((claim) => (
            <ClaimCard key={claim.id} claim={claim} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ClaimCard({ claim: { id, at, person, native_id, action } }: { claim: Claim }) {
  const [openDialog, setOpenDialog] = useState<ClaimDecision | null>(null)
  const deciding = useDecideClaim(id)
  const { name } = person
  // The refreshed list unmounts this card, and callbacks of the mutation would not run after that. The promise still
  // resolves.
  const decide = (decision: ClaimDecision) =>
    deciding
      .mutateAsync(decision)
      .then(
        () =>
          toast(decision === 'confirm' ? t('The ban is linked to {name}.', { name }) : t('{name} is told.', { name })),
        () => undefined, // the card says why
      )
      .finally(() => setOpenDialog(null))
  return (
    <li className="rounded-md border border-haze bg-dusk p-4 text-sm">
      <p className="text-paper">
        <PersonLink id={person.id} name={name}>
          {name}
        </PersonLink>{' '}
        <span className="text-paper-faint">
          {t('says that this ban is theirs (sent {moment}):', { moment: longMoment(at) })}
        </span>
      </p>
      <p className="mt-2 break-words">
        <Link to={`/player-record?entry=${action.id}`} className="inline-link tabular-nums">
          {native_id}
        </Link>{' '}
        {t('{type} of {name}, {moment}', { type: action.type, name: action.name, moment: longMoment(action.date) })}
      </p>
      <p className="mt-1 whitespace-pre-wrap break-words text-paper-dim">{action.reason}</p>
      {deciding.error && <ErrorNote message={deciding.error.message} />}
      <p className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" onClick={() => setOpenDialog('confirm')}>
          {t('It is theirs')}
        </Button>
        <Button size="sm" look="ghost" onClick={() => setOpenDialog('refuse')}>
          {t('It is not theirs')}
        </Button>
      </p>
      {openDialog !== null && (
        <ConfirmDialog
          title={
            openDialog === 'confirm'
              ? t('Is {native} the ban of {name}?', { native: native_id, name })
              : t('Not the ban of {name}?', { name })
          }
          message={
            openDialog === 'confirm'
              ? t(
                  'The player {player} and the account of {name} become one person. {name} reads the ban and everything else against this player, and can appeal it. It can be undone in the player record, under “Joined people”.',
                  { player: action.name, name },
                )
              : t('{name} is told that the ban was not linked. They can ask again.', { name })
          }
          action={openDialog === 'confirm' ? t('Link the ban') : t('It is not theirs')}
          isPending={deciding.isPending}
          onConfirm={() => void decide(openDialog)}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </li>
  )
}
