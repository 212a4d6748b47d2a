import { useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { formatMoment, localMoment } from '#lib/dates.ts'
import { KEPT_FROM_YOU } from '#lib/kept-from-you.ts'
import { Button } from '#ui/button.tsx'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { CallFailed } from '#web/call.ts'
import { httpErrorOf, problemsIn, problemsOf } from '#web/problems.ts'
import { useProblems } from '#web/use-problems.ts'
import { DaEntry, DaRevisionDraft } from '../contract.ts'
import { ACTION_FIELDS } from '../rules.ts'
import { controlsOf, isoOf, TypeField } from './action-fields.tsx'
import { useReviseAction } from './queries.ts'

interface ReviseFormProps {
  entry: DaEntry
  onDone(): void
  onClose(): void
}

/** Revises an action. When someone else saved first, both versions are shown and one is chosen. */
export function ReviseForm({ entry, onDone, onClose }: ReviseFormProps) {
  const [edited, setEdited] = useState(entry)
  const [written, setWritten] = useState(() => ({ ...writtenOf(entry), why: '' }))
  const [theirs, setTheirs] = useState<DaEntry | null>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const { problems, show, recheck } = useProblems(formRef)
  const [failure, setFailure] = useState<string | null>(null)
  const revising = useReviseAction(entry.id)
  const formId = useId()

  /** A time that was not touched keeps its seconds. */
  const draftOf = (now: typeof written, over: DaEntry) => ({
    ...now,
    date: now.date === localMoment(over.date) ? over.date : isoOf(now.date),
    version: over.version,
  })

  function write(field: keyof typeof written, value: string): void {
    const next = { ...written, [field]: value }
    setWritten(next)
    recheck([field], problemsIn(DaRevisionDraft, draftOf(next, edited)))
  }

  function save(over: DaEntry): void {
    setFailure(null)
    const checked = z.safeParse(DaRevisionDraft, draftOf(written, over))
    show(checked.success ? {} : problemsOf(checked.error))
    if (!checked.success) return
    revising.mutate(checked.data, {
      onSuccess: () => {
        toast('The revision was saved.')
        onDone()
      },
      onError: (error) => {
        setTheirs(null)
        const isConflict = error instanceof CallFailed && error.code === 'changed_meanwhile'
        const now = z.safeParse(DaEntry, isConflict ? error.item : undefined)
        if (now.success) return setTheirs(now.data)
        const refusal = httpErrorOf(error)
        show(refusal.problems)
        setFailure(refusal.failure)
      },
    })
  }

  if (theirs !== null) {
    const said = writtenOf(theirs)
    return (
      <ConflictDialog
        title={`The action against ${theirs.user_name} was changed by someone else`}
        fields={ACTION_FIELDS.map(({ field, label }) => ({ label, mine: written[field].trim(), theirs: said[field] }))}
        isPending={revising.isPending}
        onKeepMine={() => {
          setEdited(theirs)
          save(theirs)
        }}
        onTakeTheirs={onDone}
        onClose={() => setTheirs(null)}
      />
    )
  }

  const control = controlsOf(written, write, problems)
  return (
    <Dialog
      title={`Revise the action against ${entry.user_name}`}
      width="wide"
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} isPending={revising.isPending}>
            Save revision
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={formRef}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!revising.isPending) save(edited)
        }}
        className="grid gap-4 sm:grid-cols-2"
      >
        {failure !== null && (
          <div className="sm:col-span-2">
            <ErrorNote message={failure} />
          </div>
        )}
        <TypeField {...control('type')} />
        <TextField label="When" type="datetime-local" required {...control('date')} />
        <div className="sm:col-span-2">
          <TextAreaField label="Internal reason" required rows={4} {...control('internal_reason')} />
        </div>
        <div className="sm:col-span-2">
          <TextAreaField label="External reason" rows={3} {...control('external_reason')} />
        </div>
        <TextField label="Name in the record" required {...control('user_name')} />
        <TextField label="User ID" required inputMode="numeric" {...control('user')} />
        <div className="sm:col-span-2">
          <TextAreaField
            label="Reason for the change"
            hint="Saved together with the earlier version."
            required
            rows={2}
            {...control('why')}
          />
        </div>
      </form>
    </Dialog>
  )
}

function writtenOf(entry: DaEntry) {
  return {
    date: localMoment(entry.date),
    user: entry.user,
    user_name: entry.user_name,
    type: String(entry.type),
    internal_reason: entry.internal_reason ?? '',
    external_reason: entry.external_reason ?? '',
  }
}

/** What a field says, as people read it. */
export function factText(field: (typeof ACTION_FIELDS)[number]['field'], value: string | null): string {
  if (value === null) return field === 'internal_reason' ? KEPT_FROM_YOU : ''
  return field === 'date' ? formatMoment(value) : value
}
