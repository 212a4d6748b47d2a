import { useState } from 'react'
import type { FoundPerson } from '#features/auth/contract.ts'
import { PersonField } from '#features/auth/web/person-field.tsx'
import { msg, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/live-region.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { useRecordForm } from '#web/use-record-form.ts'
import { useTwoStep } from '#web/use-two-step.ts'
import { TrialMod, TrialModDraft } from '../contract.ts'
import { checklistTexts } from '../rules.ts'
import { useAddTrialMod, useChangeTrialMod, useChecklist, useRemoveTrialMod } from './queries.ts'

const FIELDS = [
  { field: 'name', label: msg('Name') },
  { field: 'traineeId', label: msg('Discord UID') },
  { field: 'staffId', label: msg('Staff ID') },
  { field: 'assignedInstructor', label: msg('Assigned Instructor') },
] as const
type Field = (typeof FIELDS)[number]['field']
type Written = Record<Field, string>

interface TrialModFormProps {
  /** The record to edit. Null adds a new one. */
  record: TrialMod | null
  /** The id of a datalist with the names of staff. */
  names: string
  onClose(): void
}

/** Adds a trial moderator to the checklist, changes their details, or removes them in two steps. */
export function TrialModForm({ record, names, onClose }: TrialModFormProps) {
  const [person, setPerson] = useState<FoundPerson | null>(null)
  const adding = useAddTrialMod()
  const changing = useChangeTrialMod()
  const removing = useRemoveTrialMod()
  const { add, addTo } = checklistTexts(useChecklist())
  const form = useRecordForm({
    initial: () => writtenOf(record),
    record,
    draftOf: (written) => written,
    schema: TrialModDraft,
    item: TrialMod,
    save: (written, over) =>
      over === null ? adding.mutateAsync(written) : changing.mutateAsync({ ...written, version: over.version }),
    onSaved: ({ item }, over) => {
      const { traineeId, version, trialMod } = item
      if (over === null) {
        toastWithUndo(t('{name} is on the checklist.', trialMod), () => removing.mutateAsync(traineeId))
      } else {
        toastWithUndo(t('{name} was saved.', trialMod), () => changing.mutateAsync({ ...writtenOf(over), version }))
      }
      onClose()
    },
  })
  const removal = useTwoStep(() => {
    if (record === null) return
    removing.mutate(record.traineeId, {
      onSuccess: () => {
        toast(t('{name} was removed from the checklist.', record.trialMod))
        onClose()
      },
      onError: form.fail,
    })
  })

  function choose(next: FoundPerson | null): void {
    setPerson(next)
    if (next !== null) form.write({ name: next.name, traineeId: next.id, staffId: next.callsign ?? '' })
  }

  const before = writtenOf(record)
  const isWritten = FIELDS.some(({ field }) => form.written[field] !== before[field])
  const discard = useDiscardQuestion(isWritten, onClose)
  const { conflict } = form
  if (conflict !== null) {
    const { mine, theirs } = conflict
    const now = writtenOf(theirs)
    return (
      <ConflictDialog
        title={t('{name} was changed by someone else', { name: theirs.trialMod.name })}
        fields={FIELDS.map(({ field, label }) => ({ label: t(label), mine: mine[field].trim(), theirs: now[field] }))}
        isPending={form.isPending}
        onKeepMine={form.keepMine}
        onTakeTheirs={onClose}
        onClose={form.dismissConflict}
      />
    )
  }

  return (
    <FormDialog
      {...discard}
      title={record === null ? addTo : t('Edit {name}', { name: record.trialMod.name })}
      form={form}
      action={record === null ? add : t('Save Changes')}
      removal={
        record !== null && (
          <Button look="danger" className="mr-auto" isPending={removing.isPending} {...removal.buttonProps}>
            {removal.isArmed ? t('Press again to remove') : t('Remove')}
          </Button>
        )
      }
      className="flex flex-col gap-4"
    >
      {record === null && <PersonField label={t('Find a person')} chosen={person} onChoose={choose} />}
      {FIELDS.map(({ field, label }) => (
        <TextField
          key={field}
          label={t(label)}
          {...form.control(field)}
          required={field === 'name' || field === 'traineeId'}
          // The Discord ID identifies the person, so it cannot be changed.
          disabled={field === 'traineeId' && record !== null}
          inputMode={field === 'traineeId' ? 'numeric' : undefined}
          list={field === 'assignedInstructor' ? names : undefined}
        />
      ))}
    </FormDialog>
  )
}

function writtenOf(record: TrialMod | null): Written {
  return {
    name: record?.trialMod.name ?? '',
    traineeId: record?.traineeId ?? '',
    staffId: record?.staffId ?? '',
    assignedInstructor: record?.assignedInstructor ?? '',
  }
}
