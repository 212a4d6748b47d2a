import { type FormEvent, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { FoundPerson } from '#features/auth/contract.ts'
import { PersonField } from '#features/auth/web/person-field.tsx'
import { Button } from '#ui/button.tsx'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { CallFailed } from '#web/call.ts'
import { httpErrorOf, problemsIn, problemsOf } from '#web/problems.ts'
import { useProblems } from '#web/use-problems.ts'
import { useTwoStep } from '#web/use-two-step.ts'
import { TrialMod, TrialModDraft } from '../contract.ts'
import { useAddTrialMod, useChangeTrialMod, useRemoveTrialMod } from './queries.ts'

const FIELDS = [
  { field: 'name', label: 'Name' },
  { field: 'traineeId', label: 'Discord UID' },
  { field: 'staffId', label: 'Staff ID' },
  { field: 'assignedInstructor', label: 'Assigned Instructor' },
] as const
type Field = (typeof FIELDS)[number]['field']
type Written = Record<Field, string>

interface TrialModFormProps {
  /** Who is edited; null adds somebody. */
  record: TrialMod | null
  /** Id of a datalist with the names of staff. */
  names: string
  onClose(): void
}

/** Adds a trial moderator to the checklist, changes who they are on it, or takes them off in two steps. */
export function TrialModForm({ record, names, onClose }: TrialModFormProps) {
  const [written, setWritten] = useState(() => writtenOf(record))
  const [version, setVersion] = useState(record?.version ?? 0)
  const [theirs, setTheirs] = useState<TrialMod | null>(null)
  const [person, setPerson] = useState<FoundPerson | null>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const { problems, show, recheck } = useProblems(formRef)
  const [failure, setFailure] = useState<string | null>(null)
  const adding = useAddTrialMod()
  const changing = useChangeTrialMod()
  const removing = useRemoveTrialMod()
  const formId = useId()
  const isPending = adding.isPending || changing.isPending
  const removal = useTwoStep(() => {
    if (record === null) return
    removing.mutate(record.traineeId, {
      onSuccess: () => done(`${record.trialMod.name} was taken off the checklist.`),
      onError: (error) => setFailure(error.message),
    })
  })

  function done(words: string): void {
    toast(words)
    onClose()
  }

  function write(part: Partial<Written>): void {
    const next = { ...written, ...part }
    setWritten(next)
    recheck(Object.keys(part), problemsIn(TrialModDraft, next))
  }

  function choose(next: FoundPerson | null): void {
    setPerson(next)
    if (next !== null) write({ name: next.name, traineeId: next.id, staffId: next.callsign ?? '' })
  }

  function save(over: number): void {
    setFailure(null)
    const checked = z.safeParse(TrialModDraft, written)
    show(checked.success ? {} : problemsOf(checked.error))
    if (!checked.success) return
    const { name } = checked.data
    if (record === null) {
      adding.mutate(written, { onSuccess: () => done(`${name} is on the checklist.`), onError: refuse })
    } else {
      const change = { ...written, version: over }
      changing.mutate(change, { onSuccess: () => done(`${name} was saved.`), onError: refuse })
    }
  }

  function refuse(error: Error): void {
    setTheirs(null)
    const now = z.safeParse(TrialMod, error instanceof CallFailed ? error.item : undefined)
    if (error instanceof CallFailed && error.code === 'changed_meanwhile' && now.success) {
      setTheirs(now.data)
      return
    }
    const refusal = httpErrorOf(error)
    show(refusal.problems)
    setFailure(refusal.failure)
  }

  if (theirs !== null) {
    const now = writtenOf(theirs)
    return (
      <ConflictDialog
        title={`${theirs.trialMod.name} was changed by someone else`}
        fields={FIELDS.map(({ field, label }) => ({ label, mine: written[field].trim(), theirs: now[field] }))}
        isPending={isPending}
        onKeepMine={() => {
          setVersion(theirs.version)
          save(theirs.version)
        }}
        onTakeTheirs={onClose}
        onClose={() => setTheirs(null)}
      />
    )
  }

  return (
    <Dialog
      title={record === null ? 'Add a trial moderator' : `Edit ${record.trialMod.name}`}
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          {record !== null && (
            <Button look="danger" className="mr-auto" isPending={removing.isPending} {...removal.buttonProps}>
              {removal.isArmed ? 'Press again to remove' : 'Remove'}
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} isPending={isPending}>
            {record === null ? 'Add trial mod' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={formRef}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!isPending) save(version)
        }}
        className="flex flex-col gap-4"
      >
        {failure !== null && <ErrorNote message={failure} />}
        {record === null && <PersonField label="Find a person" chosen={person} onChoose={choose} />}
        {FIELDS.map(({ field, label }) => (
          <TextField
            key={field}
            label={label}
            name={field}
            value={written[field]}
            error={problems[field]}
            required={field === 'name' || field === 'traineeId'}
            // A person is their Discord id: another one is another person.
            disabled={field === 'traineeId' && record !== null}
            inputMode={field === 'traineeId' ? 'numeric' : undefined}
            list={field === 'assignedInstructor' ? names : undefined}
            autoComplete="off"
            onChange={(event) => write({ [field]: event.target.value })}
          />
        ))}
      </form>
    </Dialog>
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
