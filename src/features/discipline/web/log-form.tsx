import { type FormEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { discordIdProblem } from '#lib/discord-id.ts'
import { isFound } from '#lib/search.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { type Problems, problemsOf, refusalOf } from '#web/problems.ts'
import { useDebounced } from '#web/use-debounced.ts'
import { DaDraft } from '../contract.ts'
import { controlsOf, isoOf, TypeField } from './action-fields.tsx'
import { useActionPeople, useAddAction, useReasonTemplates } from './queries.ts'

/** Somebody who can be chosen, from wherever the page knows people. */
export interface KnownPerson {
  id: string
  name: string
  /** What else finds them, as a callsign. */
  note: string | null
}

interface LogFormProps {
  /** Who can be found by name and callsign, beside whoever has actions already. */
  people: readonly KnownPerson[]
  /** Whose history is on the page: chosen to begin with. */
  about: KnownPerson | null
  onClose(): void
}

/** Logs an action: the person by name, callsign or Discord id, a template if one fits, and the reasons. */
export function LogForm({ people, about, onClose }: LogFormProps) {
  const [person, setPerson] = useState(about)
  const [typed, setTyped] = useState('')
  const [written, setWritten] = useState({
    user_name: about?.name ?? '',
    type: '',
    internal_reason: '',
    external_reason: '',
    date: '',
  })
  const [template, setTemplate] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const templates = useReasonTemplates().data?.data ?? []
  const recorded = useActionPeople(useDebounced(typed, 200).trim()).data?.users ?? []
  const adding = useAddAction()
  const formId = useId()
  const found = findPeople(typed, people, recorded)

  function choose(next: KnownPerson | null): void {
    setPerson(next)
    setWritten({ ...written, user_name: next?.name ?? '' })
  }

  /** What somebody wrote by hand stays. */
  function fill(label: string): void {
    const before = templates.find((each) => each.label === template)
    const next = templates.find((each) => each.label === label)
    setTemplate(label)
    if (next === undefined) return
    const { internal_reason, external_reason } = written
    const keeps = (text: string, from: string | null | undefined) => text.trim() !== '' && text !== (from ?? '')
    setWritten({
      ...written,
      type: next.type,
      internal_reason: keeps(internal_reason, before?.internal) ? internal_reason : next.internal,
      external_reason: keeps(external_reason, before?.external) ? external_reason : (next.external ?? ''),
    })
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    if (adding.isPending) return
    setFailure(null)
    const { date, ...texts } = written
    const draft = { ...texts, user: person?.id ?? '', date: isoOf(date) }
    const checked = z.safeParse(DaDraft, draft)
    setProblems(checked.success ? {} : problemsOf(checked.error))
    if (!checked.success) return
    adding.mutate(checked.data, {
      onSuccess: ({ item }) => {
        toast(`${item.type} logged for ${item.user_name}.`)
        onClose()
      },
      onError: (error) => {
        const refusal = refusalOf(error)
        setProblems(refusal.problems)
        setFailure(refusal.failure)
      },
    })
  }

  const control = controlsOf(written, setWritten, problems)
  return (
    <Dialog
      title="Log an action"
      width="wide"
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} isPending={adding.isPending}>
            Log action
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="grid gap-4 sm:grid-cols-2">
        {failure !== null && (
          <div className="sm:col-span-2">
            <ErrorNote message={failure} />
          </div>
        )}
        <Combobox
          label="Person"
          placeholder="Name, callsign or Discord ID"
          chosen={person === null ? null : { value: person.id, label: person.name || person.id }}
          choices={found.map(({ id, name, note }) => ({
            value: id,
            label: name || `Discord ID ${id}`,
            note: note ?? id,
          }))}
          onType={setTyped}
          onChoose={(choice) => choose(found.find(({ id }) => id === choice?.value) ?? null)}
          emptyText="Nobody of that name or callsign. A whole Discord ID finds anybody."
          error={problems.user && (person === null ? 'Choose who this is about.' : problems.user)}
        />
        <TextField label="Name in the record" required {...control('user_name')} />
        <SelectField label="Template" value={template} onChange={(event) => fill(event.target.value)}>
          <option value="">Without a template</option>
          {templates.map(({ label, type }) => (
            <option key={label} value={label}>
              {label} ({type})
            </option>
          ))}
        </SelectField>
        <TypeField {...control('type')} />
        <div className="sm:col-span-2">
          <TextAreaField
            label="Internal reason"
            hint="For staff: what happened, where the evidence is."
            required
            rows={4}
            {...control('internal_reason')}
          />
        </div>
        <div className="sm:col-span-2">
          <TextAreaField
            label="External reason"
            hint="What the person reads on their own page. May stay empty."
            rows={3}
            {...control('external_reason')}
          />
        </div>
        <TextField label="When" type="datetime-local" hint="Leave it empty for now." {...control('date')} />
      </form>
    </Dialog>
  )
}

const MOST_CHOICES = 50

/** The roster first, then whoever has actions, and a whole Discord id that nobody knows yet. */
function findPeople(
  typed: string,
  people: readonly KnownPerson[],
  recorded: readonly { id: string; name: string }[],
): KnownPerson[] {
  const listed = people.filter(({ id, name, note }) => isFound(typed, [name, note, id]))
  const ids = new Set(listed.map(({ id }) => id))
  const others = recorded.filter(({ id }) => !ids.has(id)).map(({ id, name }) => ({ id, name, note: null }))
  const found = [...listed, ...others].slice(0, MOST_CHOICES)
  const raw = typed.trim()
  const isNew = discordIdProblem(raw) === null && !found.some(({ id }) => id === raw)
  return isNew ? [{ id: raw, name: '', note: 'new here' }, ...found] : found
}
