import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { SelectField, TextAreaField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { CallFailed } from '#web/call.ts'
import type { DaEntry } from '../contract.ts'
import { OUTCOMES } from '../rules.ts'
import { useRevokeAction } from './queries.ts'

interface RevokeFormProps {
  entry: DaEntry
  onDone(): void
  onClose(): void
}

/** Takes an action back: it stays listed, marked with how it ended and why. */
export function RevokeForm({ entry, onDone, onClose }: RevokeFormProps) {
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>(OUTCOMES[0])
  const [why, setWhy] = useState('')
  const revoking = useRevokeAction(entry.id)
  const formId = useId()
  const { error } = revoking
  const fields = error instanceof CallFailed ? error.fields : {}

  function save(event: FormEvent): void {
    event.preventDefault()
    if (revoking.isPending) return
    revoking.mutate(
      { outcome, why, version: entry.version },
      {
        onSuccess: () => {
          toast(`The action against ${entry.user_name} was revoked.`)
          onDone()
        },
      },
    )
  }

  return (
    <Dialog
      title={`Revoke the action against ${entry.user_name}`}
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" form={formId} isPending={revoking.isPending}>
            Revoke
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="space-y-4">
        {error !== null && Object.keys(fields).length === 0 && <ErrorNote message={error.message} />}
        <p>The {entry.type.toLowerCase()} stays in the list, marked as revoked. This cannot be undone.</p>
        <SelectField
          label="Outcome"
          value={outcome}
          onChange={(event) => setOutcome(OUTCOMES.find((each) => each === event.target.value) ?? OUTCOMES[0])}
        >
          {OUTCOMES.map((each) => (
            <option key={each} value={each}>
              {each[0]?.toUpperCase()}
              {each.slice(1)}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Why"
          required
          value={why}
          error={fields.why}
          onChange={(event) => setWhy(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
