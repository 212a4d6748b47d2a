import type { Roster, RosterMember } from '#features/roster/contract.ts'
import { fieldsOf } from '#features/roster/rules.ts'
import { useChangeRosterMember, useLadder } from '#features/roster/web/queries.ts'
import type { Checklist } from '#features/trial-mods/contract.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'

/** What happens when a person passes a checklist. */
export type Promotion = NonNullable<Checklist['promotion']>

/** A title with its indefinite article, in languages that use one here. */
export const a = (title: string) => (/^[aeiou]/i.test(title) ? t('an {title}', { title }) : t('a {title}', { title }))

/** The member after the promotion. A status that the promotion replaces changes as well. */
export function promotedDraft(member: RosterMember, { to, status }: Promotion) {
  const { lastMove: _, ...fields } = fieldsOf(member)
  return { ...fields, position: to, status: fields.status === status?.from ? status.to : fields.status }
}

interface PromotionDialogProps {
  roster: Roster
  member: RosterMember
  promotion: Promotion
  onClose(): void
}

/** The dialog that promotes a person who passed the checklist on the roster. */
export function PromotionDialog({ roster, member, promotion, onClose }: PromotionDialogProps) {
  const { title } = useLadder(roster)
  const { to } = promotion
  const saving = useChangeRosterMember(roster)
  const draft = promotedDraft(member, promotion)
  const promote = () =>
    saving.mutateAsync({ draft, edited: member }).then(
      // This also runs when the list is loaded again first, which removes the offer and this dialog.
      ({ item }) => {
        toastWithUndo(
          t('{name} is {title} now.', { name: member.name, title: a(to) }),
          () => saving.mutateAsync({ draft: fieldsOf(member), edited: item }),
          t('{name} is {title} again.', { name: member.name, title: a(member.position) }),
        )
        onClose()
      },
      // The dialog shows the error.
      () => undefined,
    )
  return (
    <Dialog
      title={t('Promote {name}', { name: member.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isPending={saving.isPending} onClick={() => void promote()}>
            {t('Promote to {title}', { title: to })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {saving.isError && <ErrorNote message={saving.error.message} />}
        <p>
          {t('The {roster} will show {name} as {title}, {status}, moved today.', {
            roster: title,
            name: member.name,
            title: to,
            status: draft.status,
          })}
          {member.callsign !== null &&
            ` ${t('The callsign stays {callsign} until you change it there.', { callsign: member.callsign })}`}
        </p>
      </div>
    </Dialog>
  )
}
