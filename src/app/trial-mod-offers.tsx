import { type ReactNode, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { findRoster, type RosterMember, staffRoster } from '#features/roster/contract.ts'
import { groupOf } from '#features/roster/position-rules.ts'
import { useChangeRosterMember, useLadder, useRosterMembers } from '#features/roster/web/queries.ts'
import { addTrialMod, trialModCalls } from '#features/trial-mods/contract.ts'
import { withoutChecklist, withPassedChecklist } from '#features/trial-mods/rules.ts'
import {
  useAddTrialMod,
  useCalls,
  useChecklist,
  useRemoveTrialMod,
  useTrialMods,
} from '#features/trial-mods/web/queries.ts'
import { t } from '#lib/messages.ts'
import { BatchDialog } from '#ui/batch-dialog.tsx'
import { toast } from '#ui/live-region.tsx'
import { OfferList } from '#ui/offer-list.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { a, type Promotion, PromotionDialog, promotedDraft } from './promotion-dialog.tsx'

/** The offers on the roster's page. Only management sees them, so their data is loaded only for management. */
export function TrialModOffers() {
  const isManagement = useCan(addTrialMod)
  return isManagement ? <Offers /> : null
}

function Offers() {
  return useTrialModOffers().offers
}

/**
 * Finds where a checklist and the roster of its promotion disagree. A person in the group that is promoted is offered a
 * checklist if they have none, and the promotion if they passed. For people who may change both lists.
 */
export function useTrialModOffers(): {
  /** The list of offers, with the dialog that promotes. */
  offers: ReactNode
  promotable: ReadonlySet<string>
  promote(traineeId: string): void
} {
  const { rosters = [] } = useSiteContent()
  const { key, add: adds } = useCalls()
  const { promotion = NONE, outcomes } = useChecklist()
  const { from, to, status } = promotion
  // `known` is undefined for a person who may not read the roster of the promotion.
  const known = findRoster(promotion.roster ?? staffRoster.key, rosters)
  const roster = known ?? staffRoster
  const isWanted = [useCan(roster.change), useCan(adds), promotion !== NONE, known !== undefined].every(Boolean)
  const { data } = useRosterMembers(roster, isWanted)
  // The roster may be loaded for its names although this person sees no offers.
  const members = (isWanted && data?.data) || NOBODY
  const { title, positions } = useLadder(roster)
  const { data: records } = useTrialMods()
  const adding = useAddTrialMod()
  const removing = useRemoveTrialMod()
  const saving = useChangeRosterMember(roster)
  const [promotedId, setPromotedId] = useState<string | null>(null)
  // The people as they were when the dialog opened: the lists shrink with each person who is done.
  const [all, setAll] = useState<{ what: 'promotions' | 'checklists'; members: readonly RosterMember[] } | null>(null)

  const trialMods = members.filter(({ position }) => groupOf(position, positions) === from)
  const lacking = records === undefined ? [] : withoutChecklist(trialMods, records)
  const passed = withPassedChecklist(trialMods, records ?? [])
  const promoted = passed.find(({ discordId }) => discordId === promotedId)

  const add = ({ discordId, name, callsign }: RosterMember) =>
    adding.mutate(
      { traineeId: discordId, name, staffId: callsign },
      {
        onSuccess: () =>
          toastWithUndo(t('{name} is on the checklist.', { name }), () => removing.mutateAsync(discordId)),
        onError: (error) => toast(error.message, 'danger'),
      },
    )

  const offers = (
    <>
      <OfferList
        label={t('Waiting for you')}
        summary={[
          ...(passed.length > 0
            ? [t({ one: '{count} promotion to make', other: '{count} promotions to make' }, { count: passed.length })]
            : []),
          ...(lacking.length > 0
            ? [
                t(
                  { one: '{count} {title} without a checklist', other: '{count} {title}s without a checklist' },
                  { count: lacking.length, title: from },
                ),
              ]
            : []),
        ].join(', ')}
        all={[
          ...(passed.length > 1
            ? [
                {
                  action: t('Promote all {count} to {title}', { count: passed.length, title: to }),
                  onTake: () => setAll({ what: 'promotions', members: passed }),
                },
              ]
            : []),
          ...(lacking.length > 1
            ? [
                {
                  action: t('Add all {count} to the checklist', { count: lacking.length }),
                  onTake: () => setAll({ what: 'checklists', members: lacking }),
                },
              ]
            : []),
        ]}
        offers={[
          ...passed.map(({ discordId, name }) => ({
            key: discordId,
            text: t('{name} passed and is still {title} on the roster.', { name, title: a(from) }),
            action: t('Promote to {title}', { title: to }),
            onTake: () => setPromotedId(discordId),
          })),
          ...lacking.map((member) => ({
            key: member.discordId,
            text: t('{name} is {title} without a checklist.', { name: member.name, title: a(from) }),
            action: t('Add to the checklist'),
            isPending: adding.isPending && adding.variables.traineeId === member.discordId,
            onTake: () => add(member),
          })),
        ]}
      />
      {all?.what === 'promotions' && (
        <BatchDialog
          title={t(
            { one: 'Promote {count} {title}?', other: 'Promote {count} {title}s?' },
            { count: all.members.length, title: from },
          )}
          items={all.members}
          nameOf={({ name }) => name}
          action={t('Promote all')}
          onEach={(member) => saving.mutateAsync({ draft: promotedDraft(member, promotion), edited: member })}
          onDone={() => {
            toast(t('They are all {title}s now.', { title: to }))
            setAll(null)
          }}
          onClose={() => setAll(null)}
        >
          <p>
            {t('The {roster} will show each of them as {title}, moved today.', { roster: title, title: to })}
            {status && ` ${t('Everyone in {from} becomes {to}.', status)}`}{' '}
            {t('Callsigns stay until you change them there.')}
          </p>
          <People members={all.members} />
        </BatchDialog>
      )}
      {all?.what === 'checklists' && (
        <BatchDialog
          title={t(
            { one: 'Add {count} {title} to the checklist?', other: 'Add {count} {title}s to the checklist?' },
            { count: all.members.length, title: from },
          )}
          items={all.members}
          nameOf={({ name }) => name}
          action={t('Add all')}
          onEach={({ discordId, name, callsign }) =>
            adding.mutateAsync({ traineeId: discordId, name, staffId: callsign })
          }
          onDone={() => {
            toast(t('They are all on the checklist.'))
            setAll(null)
          }}
          onClose={() => setAll(null)}
        >
          <p>
            {key === trialModCalls.key
              ? t(
                  'Each of them gets a checklist that is {status} with no stage done, and appears in the training queue without a mentor.',
                  { status: outcomes['In-Training'].label },
                )
              : t('Each of them gets a checklist that is {status} with no stage done.', {
                  status: outcomes['In-Training'].label,
                })}
          </p>
          <People members={all.members} />
        </BatchDialog>
      )}
      {promoted && (
        <PromotionDialog roster={roster} member={promoted} promotion={promotion} onClose={() => setPromotedId(null)} />
      )}
    </>
  )
  return { offers, promotable: new Set(passed.map(({ discordId }) => discordId)), promote: setPromotedId }
}

/** The people who are affected when all offers are taken at once. */
function People({ members }: { members: readonly RosterMember[] }) {
  return <p className="text-paper">{members.map(({ name }) => name).join(', ')}</p>
}

const NONE: Promotion = { from: '', to: '' }
const NOBODY: readonly RosterMember[] = []
