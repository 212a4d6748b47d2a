import { type ReactNode, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { findRoster, type Roster, type RosterMember, staffRoster } from '#features/roster/contract.ts'
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

interface Batch {
  what: 'promotions' | 'checklists'
  members: readonly RosterMember[]
}

/**
 * Offers to end each difference between a checklist and the roster of its promotion, one by one or all at once. For
 * people who may change both lists.
 */
export function useTrialModOffers(): {
  /** The list of offers, with the dialog that promotes. */
  offers: ReactNode
  promotable: ReadonlySet<string>
  promote(traineeId: string): void
} {
  const { promotion, roster, lacking, passed } = usePromotionGaps()
  const { from, to } = promotion
  const adding = useAddTrialMod()
  const removing = useRemoveTrialMod()
  const [promotedId, setPromotedId] = useState<string | null>(null)
  // The people as they were when the dialog opened: the lists shrink with each person who is done.
  const [all, setAll] = useState<Batch | null>(null)
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

  const addOne = ({ discordId, name, callsign }: RosterMember) =>
    adding.mutateAsync({ traineeId: discordId, name, staffId: callsign })
  const closeAll = () => setAll(null)

  const batches: (Batch & { action: string })[] = [
    {
      what: 'promotions' as const,
      members: passed,
      action: t('Promote all {count} to {title}', { count: passed.length, title: to }),
    },
    {
      what: 'checklists' as const,
      members: lacking,
      action: t('Add all {count} to the checklist', { count: lacking.length }),
    },
  ].filter(({ members }) => members.length > 1)
  const offers = (
    <>
      <OfferList
        label={t('Waiting for you')}
        summary={summaryOf(passed.length, lacking.length, from)}
        all={batches.map(({ action, ...batch }) => ({ action, onTake: () => setAll(batch) }))}
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
        <PromoteAllDialog {...{ roster, promotion }} members={all.members} onClose={closeAll} />
      )}
      {all?.what === 'checklists' && (
        <AddAllDialog title={from} members={all.members} onAdd={addOne} onClose={closeAll} />
      )}
      {promoted && (
        <PromotionDialog roster={roster} member={promoted} promotion={promotion} onClose={() => setPromotedId(null)} />
      )}
    </>
  )
  return { offers, promotable: new Set(passed.map(({ discordId }) => discordId)), promote: setPromotedId }
}

/**
 * Finds where a checklist and the roster of its promotion disagree: a person in the group that is promoted has no
 * checklist, or has passed.
 */
function usePromotionGaps() {
  const { rosters = [] } = useSiteContent()
  const { add: adds } = useCalls()
  const { promotion = NONE } = useChecklist()
  // `known` is undefined for a person who may not read the roster of the promotion.
  const known = findRoster(promotion.roster ?? staffRoster.key, rosters)
  const roster = known ?? staffRoster
  const isWanted = [useCan(roster.change), useCan(adds), promotion !== NONE, known !== undefined].every(Boolean)
  const { data } = useRosterMembers(roster, isWanted)
  // The roster may be loaded for its names although this person sees no offers.
  const members = (isWanted && data?.data) || NOBODY
  const { positions } = useLadder(roster)
  const { data: records } = useTrialMods()
  const trialMods = members.filter(({ position }) => groupOf(position, positions) === promotion.from)
  const lacking = records === undefined ? [] : withoutChecklist(trialMods, records)
  const passed = withPassedChecklist(trialMods, records ?? [])
  return { promotion, roster, lacking, passed }
}

function summaryOf(promotions: number, checklists: number, from: string): string {
  return [
    ...(promotions > 0
      ? [t({ one: '{count} promotion to make', other: '{count} promotions to make' }, { count: promotions })]
      : []),
    ...(checklists > 0
      ? [
          t(
            { one: '{count} {title} without a checklist', other: '{count} {title}s without a checklist' },
            { count: checklists, title: from },
          ),
        ]
      : []),
  ].join(', ')
}

interface PromoteAllDialogProps {
  roster: Roster
  promotion: Promotion
  members: readonly RosterMember[]
  onClose(): void
}

function PromoteAllDialog({ roster, promotion, members, onClose }: PromoteAllDialogProps) {
  const { from, to, status } = promotion
  const { title } = useLadder(roster)
  const saving = useChangeRosterMember(roster)
  return (
    <BatchDialog
      title={t(
        { one: 'Promote {count} {title}?', other: 'Promote {count} {title}s?' },
        { count: members.length, title: from },
      )}
      items={members}
      nameOf={({ name }) => name}
      action={t('Promote all')}
      onEach={(member) => saving.mutateAsync({ draft: promotedDraft(member, promotion), edited: member })}
      onDone={() => {
        toast(t('They are all {title}s now.', { title: to }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {t('The {roster} will show each of them as {title}, moved today.', { roster: title, title: to })}
        {status && ` ${t('Everyone in {from} becomes {to}.', status)}`}{' '}
        {t('Callsigns stay until you change them there.')}
      </p>
      <People members={members} />
    </BatchDialog>
  )
}

interface AddAllDialogProps {
  /** The title of the people on the roster. */
  title: string
  members: readonly RosterMember[]
  onAdd(member: RosterMember): Promise<unknown>
  onClose(): void
}

function AddAllDialog({ title, members, onAdd, onClose }: AddAllDialogProps) {
  const { key } = useCalls()
  const { outcomes } = useChecklist()
  return (
    <BatchDialog
      title={t(
        { one: 'Add {count} {title} to the checklist?', other: 'Add {count} {title}s to the checklist?' },
        { count: members.length, title },
      )}
      items={members}
      nameOf={({ name }) => name}
      action={t('Add all')}
      onEach={onAdd}
      onDone={() => {
        toast(t('They are all on the checklist.'))
        onClose()
      }}
      onClose={onClose}
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
      <People members={members} />
    </BatchDialog>
  )
}

/** The people who are affected when all offers are taken at once. */
function People({ members }: { members: readonly RosterMember[] }) {
  return <p className="text-paper">{members.map(({ name }) => name).join(', ')}</p>
}

const NONE: Promotion = { from: '', to: '' }
const NOBODY: readonly RosterMember[] = []
