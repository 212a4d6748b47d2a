import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { SelectField, TextAreaField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { useRecordForm } from '#web/use-record-form.ts'
import { type DaEntry, DaRevocationDraft } from '../contract.ts'
import { OUTCOMES } from '../rules.ts'
import { useRevokeAction } from './queries.ts'

interface RevokeFormProps {
  entry: DaEntry
  onDone(): void
  onClose(): void
}

/** Takes an action back: it stays listed, marked with how it ended and why. */
export function RevokeForm({ entry, onDone, onClose }: RevokeFormProps) {
  const revoking = useRevokeAction(entry.id)
  const formId = useId()
  const draftOf = (written: { outcome: string; why: string }) => ({ ...written, version: entry.version })
  const form = useRecordForm({
    initial: () => ({ outcome: String(OUTCOMES[0]), why: '' }),
    record: entry,
    draftOf,
    schema: DaRevocationDraft,
    save: (written) => revoking.mutateAsync(DaRevocationDraft.parse(draftOf(written))),
    onSaved: () => {
      toast(`The action against ${entry.user_name} was revoked.`)
      onDone()
    },
  })

  return (
    <Dialog
      title={`Revoke the action against ${entry.user_name}`}
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" form={formId} isPending={form.isPending}>
            Revoke
          </Button>
        </>
      }
    >
      <form id={formId} {...form.formProps} className="space-y-4">
        {form.failure !== null && <ErrorNote message={form.failure} />}
        <p>The {entry.type.toLowerCase()} stays in the list, marked as revoked. This cannot be undone.</p>
        <SelectField label="Outcome" {...form.control('outcome')}>
          {OUTCOMES.map((each) => (
            <option key={each} value={each}>
              {each[0]?.toUpperCase()}
              {each.slice(1)}
            </option>
          ))}
        </SelectField>
        <TextAreaField label="Why" required {...form.control('why')} />
      </form>
    </Dialog>
  )
}
