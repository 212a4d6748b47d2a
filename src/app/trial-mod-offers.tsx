import { type ReactNode, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { type RosterMember, staffRoster } from '#features/roster/contract.ts'
import { groupOf } from '#features/roster/position-rules.ts'
import { useChangeRosterMember, useLadder, useRosterMembers } from '#features/roster/web/queries.ts'
import { addTrialMod, type Checklist } from '#features/trial-mods/contract.ts'
import { passedAmong, withoutChecklist } from '#features/trial-mods/rules.ts'
import { useAddTrialMod, useChecklist, useTrialMods } from '#features/trial-mods/web/queries.ts'
import { counted } from '#lib/text.ts'
import { BatchDialog } from '#ui/batch-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { OfferList } from '#ui/offer-list.tsx'

/** The offers of the roster's page, for management alone: what they are made of is only read for them. */
export function TrialModOffers() {
  const isManagement = useCan(addTrialMod)
  return isManagement ? <Offers /> : null
}

function Offers() {
  return useTrialModOffers().offers
}

/**
 * Where roster and checklist do not agree: a trial moderator of the roster without a checklist is offered one, one who
 * passed is offered the promotion.
 */
export function useTrialModOffers(): {
  /** The list of them, with the dialog that promotes. */
  offers: ReactNode
  promotable: ReadonlySet<string>
  promote(traineeId: string): void
  staff: readonly RosterMember[]
} {
  const roster = useRosterMembers(staffRoster)
  const { title, positions } = useLadder(staffRoster)
  const { promotion = NONE, outcomes } = useChecklist()
  const { from, to, status } = promotion
  const { data: records } = useTrialMods()
  const adding = useAddTrialMod()
  const saving = useChangeRosterMember(staffRoster)
  const [promotedId, setPromotedId] = useState<string | null>(null)
  // As they were when it was asked: the lists shrink with every one that is done.
  const [all, setAll] = useState<{ what: 'promotions' | 'checklists'; members: readonly RosterMember[] } | null>(null)

  const staff = roster.data?.data ?? []
  const trialMods = staff.filter(({ position }) => groupOf(position, positions) === from)
  const lacking = records === undefined ? [] : withoutChecklist(trialMods, records)
  const passed = passedAmong(trialMods, records ?? [])
  const promoted = passed.find(({ discordId }) => discordId === promotedId)

  const add = ({ discordId, name, callsign }: RosterMember) =>
    adding.mutate(
      { traineeId: discordId, name, staffId: callsign },
      {
        onSuccess: () => toast(`${name} is on the checklist.`),
        onError: (error) => toast(error.message, 'danger'),
      },
    )

  const offers = (
    <>
      <OfferList
        label="Waiting for you"
        summary={[
          ...(passed.length > 0 ? [`${counted(passed.length, 'promotion')} to make`] : []),
          ...(lacking.length > 0 ? [`${counted(lacking.length, from)} without a checklist`] : []),
        ].join(', ')}
        all={[
          ...(passed.length > 1
            ? [
                {
                  action: `Promote all ${passed.length} to ${to}`,
                  onTake: () => setAll({ what: 'promotions', members: passed }),
                },
              ]
            : []),
          ...(lacking.length > 1
            ? [
                {
                  action: `Add all ${lacking.length} to the checklist`,
                  onTake: () => setAll({ what: 'checklists', members: lacking }),
                },
              ]
            : []),
        ]}
        offers={[
          ...passed.map(({ discordId, name }) => ({
            key: discordId,
            text: `${name} passed and is still ${a(from)} on the roster.`,
            action: `Promote to ${to}`,
            onTake: () => setPromotedId(discordId),
          })),
          ...lacking.map((member) => ({
            key: member.discordId,
            text: `${member.name} is ${a(from)} without a checklist.`,
            action: 'Add to the checklist',
            isPending: adding.isPending && adding.variables.traineeId === member.discordId,
            onTake: () => add(member),
          })),
        ]}
      />
      {all?.what === 'promotions' && (
        <BatchDialog
          title={`Promote ${counted(all.members.length, from)}?`}
          items={all.members}
          nameOf={({ name }) => name}
          action="Promote all"
          onEach={(member) => saving.mutateAsync({ draft: promotedDraft(member, promotion), edited: member })}
          onDone={() => {
            toast(`They are all ${to}s now.`)
            setAll(null)
          }}
          onClose={() => setAll(null)}
        >
          <p>
            The {title} will show each of them as {to}, moved today.
            {status && ` Whoever is in ${status.from} becomes ${status.to}.`} Callsigns stay until you change them
            there.
          </p>
          <People members={all.members} />
        </BatchDialog>
      )}
      {all?.what === 'checklists' && (
        <BatchDialog
          title={`Add ${counted(all.members.length, from)} to the checklist?`}
          items={all.members}
          nameOf={({ name }) => name}
          action="Add all"
          onEach={({ discordId, name, callsign }) =>
            adding.mutateAsync({ traineeId: discordId, name, staffId: callsign })
          }
          onDone={() => {
            toast('They are all on the checklist.')
            setAll(null)
          }}
          onClose={() => setAll(null)}
        >
          <p>
            Each of them gets a checklist that is {outcomes['In-Training'].label} with no stage done, and appears in the
            training queue without a mentor.
          </p>
          <People members={all.members} />
        </BatchDialog>
      )}
      {promoted && <PromotionDialog member={promoted} promotion={promotion} onClose={() => setPromotedId(null)} />}
    </>
  )
  return { offers, promotable: new Set(passed.map(({ discordId }) => discordId)), promote: setPromotedId, staff }
}

/** Who a press for all is about. */
function People({ members }: { members: readonly RosterMember[] }) {
  return <p className="text-paper">{members.map(({ name }) => name).join(', ')}</p>
}

type Promotion = NonNullable<Checklist['promotion']>
const NONE: Promotion = { from: '', to: '' }

/** A title with its article. */
const a = (title: string) => `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title}`

/** A member after the promotion, in the status that follows from theirs. */
function promotedDraft({ id: _, version: __, lastMove: ___, ...fields }: RosterMember, { to, status }: Promotion) {
  return { ...fields, position: to, status: fields.status === status?.from ? status.to : fields.status }
}

interface PromotionDialogProps {
  member: RosterMember
  promotion: Promotion
  onClose(): void
}

/** Promotes somebody who passed on the roster. */
function PromotionDialog({ member, promotion, onClose }: PromotionDialogProps) {
  const { title } = useLadder(staffRoster)
  const { to } = promotion
  const saving = useChangeRosterMember(staffRoster)
  const draft = promotedDraft(member, promotion)
  const promote = () =>
    saving.mutateAsync({ draft, edited: member }).then(
      // Also when the list was read again first, which takes the offer and this dialog away.
      () => {
        toast(`${member.name} is ${a(to)} now.`)
        onClose()
      },
      // The dialog says so.
      () => undefined,
    )
  return (
    <Dialog
      title={`Promote ${member.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isPending={saving.isPending} onClick={() => void promote()}>
            Promote to {to}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {saving.isError && <ErrorNote message={saving.error.message} />}
        <p>
          The {title} will show {member.name} as {to}, {draft.status}, moved today.
          {member.callsign !== null && ` The callsign stays ${member.callsign} until you change it there.`}
        </p>
      </div>
    </Dialog>
  )
}
