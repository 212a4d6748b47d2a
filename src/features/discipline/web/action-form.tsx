import { type FormEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { formatMoment, localMoment } from '#lib/dates.ts'
import { discordIdProblem } from '#lib/discord-id.ts'
import { isFound } from '#lib/search.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { CallFailed } from '#web/call.ts'
import { useDebounced } from '#web/use-debounced.ts'
import { DaDraft, DaEntry, DaRevisionDraft } from '../contract.ts'
import { ACTION_TYPES, FACTS, KEPT_FROM_YOU } from '../rules.ts'
import { useActionPeople, useAddAction, useReasonTemplates, useReviseAction } from './queries.ts'

/** Somebody who can be chosen, from wherever the page knows people. */
export interface KnownPerson {
  id: string
  name: string
  /** What else finds them, as a callsign. */
  note: string | null
}

type Problems = Partial<Record<string, string>>

function problemsOf(error: z.core.$ZodError): Problems {
  const problems: Problems = {}
  for (const { path, message } of error.issues) problems[path.map(String).join('.')] ??= message
  return problems
}

/** What a refusal says: by field where it can, else in one line. */
function refusalOf(error: Error): { problems: Problems; failure: string | null } {
  const problems = error instanceof CallFailed ? error.fields : {}
  return { problems, failure: Object.keys(problems).length === 0 ? error.message : null }
}

const isoOf = (local: string) => (local === '' ? undefined : new Date(local).toISOString())

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

  const control = (field: keyof typeof written) => ({
    name: field,
    value: written[field],
    error: problems[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setWritten({ ...written, [field]: event.target.value }),
  })
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

function TypeField(props: Omit<Parameters<typeof SelectField>[0], 'label'>) {
  return (
    <SelectField required {...props} label="Type">
      <option value="" disabled>
        Choose…
      </option>
      {ACTION_TYPES.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </SelectField>
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
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const revising = useReviseAction(entry.id)
  const formId = useId()

  function save(over: DaEntry): void {
    setFailure(null)
    // A time that was not touched keeps its seconds.
    const date = written.date === localMoment(over.date) ? over.date : isoOf(written.date)
    const checked = z.safeParse(DaRevisionDraft, {
      ...written,
      date,
      version: over.version,
    })
    setProblems(checked.success ? {} : problemsOf(checked.error))
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
        const refusal = refusalOf(error)
        setProblems(refusal.problems)
        setFailure(refusal.failure)
      },
    })
  }

  if (theirs !== null) {
    const said = writtenOf(theirs)
    return (
      <ConflictDialog
        title={`The action against ${theirs.user_name} was changed by someone else`}
        fields={FACTS.map(({ field, label }) => ({ label, mine: written[field].trim(), theirs: said[field] }))}
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

  const control = (field: keyof typeof written) => ({
    name: field,
    value: written[field],
    error: problems[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setWritten({ ...written, [field]: event.target.value }),
  })
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
            label="Why it is revised"
            hint="Kept beside what stood there before."
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

/** What a fact says, as people read it. */
export function factText(field: (typeof FACTS)[number]['field'], value: string | null): string {
  if (value === null) return field === 'internal_reason' ? KEPT_FROM_YOU : ''
  return field === 'date' ? formatMoment(value) : value
}
