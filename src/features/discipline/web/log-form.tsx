import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { t } from '#lib/messages.ts'
import { Combobox } from '#ui/combobox.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { type Problems, useRecordForm } from '#web/use-record-form.ts'
import type { OffenceSuggestion } from '../contract.ts'
import { duplicateFilter, withoutRevoked } from '../duplicate-rules.ts'
import { placeholdersOf, unfilledProblems } from '../rules.ts'
import { typeProblem } from '../type-rules.ts'
import { effectHints, isoOf, placeholderKeys, TypeField, timeHint } from './action-fields.tsx'
import { DuplicateWarning } from './duplicate-warning.tsx'
import { type KnownOffence, OffenceFields } from './offence-fields.tsx'
import { PersonCard } from './person-card.tsx'
import {
  useActionPerson,
  useActionsOf,
  useActionTypes,
  useAddAction,
  useReasonTemplates,
  useUndoAddAction,
} from './queries.ts'
import { useFamily } from './use-family.ts'
import { type KnownPerson, usePersonChoices } from './use-person-choices.ts'
import {
  daysIn,
  deviates,
  termsSent,
  typeOfTemplate,
  useSuggestion,
  type WrittenTerms,
  withType,
} from './use-suggestion.ts'

interface LogFormProps {
  /**
   * People who can be found by name and callsign, in addition to people who have actions or are in the player record.
   */
  people: readonly KnownPerson[]
  /** The offences of the family. Null while they load. When there are none, the field is hidden. */
  offences: readonly KnownOffence[] | null
  /** The person whose history is on the page. They are chosen at first. */
  about: KnownPerson | null
  /** The points of the threshold that this action decides. */
  threshold?: number
  onClose(): void
}

/**
 * Logs an action: the person by name, callsign or Discord ID, a template if one fits, and the reasons. Over 60 lines
 * because a choice in one field fills or checks others: the person, the template and the offences all write the same
 * draft, which is also what is compared with the actions logged before.
 */
export function LogForm({ people, offences, about, threshold, onClose }: LogFormProps) {
  const family = useFamily()
  const [person, setPerson] = useState(about)
  const [typed, setTyped] = useState('')
  const [template, setTemplate] = useState('')
  const templates = useReasonTemplates().data?.data ?? []
  const placeholders = placeholdersOf([
    ...templates,
    ...(offences ?? []).map(({ told }) => ({ internal: '', external: told })),
  ])
  const types = useActionTypes()
  const record = useActionPerson(person?.id ?? null)
  const adding = useAddAction()
  const undoing = useUndoAddAction()
  const choices = usePersonChoices(typed, people)

  const nameOf = (about: KnownPerson | null) =>
    (about?.id === person?.id && record.data?.item.name) || about?.name || ''
  const draftOf = (draft: Written) => {
    const { user, type, internal_reason, external_reason } = draft
    const user_name = draft.user_name ?? nameOf(choices.find(({ id }) => id === user) ?? person)
    const date = isoOf(draft.date)
    // The threshold is only decided for the person who reached it, not for another one who is chosen instead.
    const decides = user === about?.id ? { threshold } : {}
    return {
      user,
      user_name,
      type,
      internal_reason,
      external_reason,
      date,
      ...termsSent(draft, date),
      ...decides,
    }
  }
  const form = useRecordForm({
    initial: (): Written => ({ ...NOTHING_WRITTEN, user: about?.id ?? '' }),
    record: null,
    draftOf,
    schema: family.drafts.action,
    otherProblems: (written) => {
      const problem = typeProblem(written.type, types)
      return {
        ...unfilledProblems(written, placeholders),
        ...(problem === null ? {} : { type: t(problem) }),
        ...termProblems(written, suggestion.data),
      }
    },
    save: (written) => adding.mutateAsync(family.drafts.action.parse(draftOf(written))),
    onSaved: ({ item }) => {
      const values = { type: item.type, name: item.user_name }
      toastWithUndo(
        item.approval === null
          ? t('{type} logged for {name}.', values)
          : item.approval.due_at === null
            ? t('{type} logged for {name}. It is not in force until a second person approves it.', values)
            : t('{type} logged for {name}. A second person must approve it within 24 hours.', values),
        () => undoing.mutateAsync(item),
        t('{type} for {name} is taken back. It stays listed as revoked.', values),
      )
      onClose()
    },
  })
  const { written, problems, write, control } = form
  const suggestion = useSuggestion(written, { date: isoOf(written.date), write })
  const same = useActionsOf(duplicateFilter({ ...written, date: isoOf(written.date) }, new Date()))
  // While the action is being sent, the refreshed list may already contain it.
  const duplicates = form.isPending ? [] : withoutRevoked(same.data?.rows ?? [])
  // The form cannot be sent before it shows the person, and whether the action was logged already.
  const isShown = (person === null || record.data !== undefined) && !same.isLoading && !suggestion.isLoading

  function choose(value: string | undefined): void {
    const next = choices.find(({ id }) => id === value) ?? null
    setPerson(next)
    write({ user: next?.id ?? '', user_name: null })
  }

  /** Text that the user wrote by hand stays. */
  function fill(label: string): void {
    const before = templates.find((each) => each.label === template)
    const next = templates.find((each) => each.label === label)
    setTemplate(label)
    if (next === undefined) return
    const { internal_reason, external_reason } = written
    const keeps = (text: string, from: string | null | undefined) => text.trim() !== '' && text !== (from ?? '')
    write({
      type: typeOfTemplate(written, next),
      internal_reason: keeps(internal_reason, before?.internal) ? internal_reason : next.internal,
      external_reason: keeps(external_reason, before?.external) ? external_reason : (next.external ?? ''),
    })
  }

  const hints = effectHints(written.type, types)
  const noEnd = t('Without an end it does not change their place on the rosters and does not stop promotions.')
  const effects = hints.length === 0 ? [] : [...hints, noEnd]
  const toPlaceholders = placeholderKeys(placeholders)
  const texts = [written.internal_reason, written.external_reason, written.deviation_why]
  const discard = useDiscardQuestion(
    texts.some((text) => text.trim() !== ''),
    onClose,
  )
  const hasNone = offences?.length === 0
  useFocusWithoutOffences(form.formProps.ref, hasNone)
  const onSubmit = (event: FormEvent) => (isShown ? form.formProps.onSubmit(event) : event.preventDefault())
  return (
    <FormDialog
      {...discard}
      title={t('Log an action')}
      width="wide"
      form={{ ...form, formProps: { ...form.formProps, onSubmit } }}
      action={duplicates.length === 0 ? t('Log action') : t('Log anyway')}
      disabled={!isShown}
      className="grid grid-cols-1 gap-4 sm:grid-cols-2"
    >
      <div data-later={about === null ? undefined : ''} className="contents">
        <Combobox
          label={t('Person')}
          placeholder={family.words().seek}
          chosen={person === null ? null : { value: person.id, label: nameOf(person) || person.id }}
          choices={choices.map(({ id, name, note, texts }) => ({
            value: id,
            label: name || t('Discord ID {id}', { id }),
            note: note ?? id,
            texts,
          }))}
          onType={setTyped}
          onChoose={(choice) => choose(choice?.value)}
          emptyText={t('No matches. You can also enter a full Discord ID.')}
          error={problems.user && (person === null ? t('Choose who this is about.') : problems.user)}
        />
        <TextField
          label={t('Name in the record')}
          required
          {...control('user_name')}
          value={written.user_name ?? nameOf(person)}
        />
      </div>
      {person !== null && (
        <div className="sm:col-span-2">
          <PersonCard
            {...{ id: person.id, name: person.name, note: person.note, query: record }}
            failure={t('We could not check who this is, so you cannot log an action yet. Try again.')}
          />
        </div>
      )}
      {!hasNone && <OffenceFields {...{ offences, written, problems, control, write, suggestion }} />}
      {family.name === 'staff' && (
        <SelectField label={t('Template')} value={template} onChange={(event) => fill(event.target.value)}>
          <option value="">{t('Without a template')}</option>
          {templates.map(({ label, type }) => (
            <option key={label} value={label}>
              {label} ({type})
            </option>
          ))}
        </SelectField>
      )}
      <TypeField
        {...control('type')}
        hasApprover={record.data?.item.has_approver ?? true}
        onChange={({ target }) => write(withType(target.value, written, suggestion.data))}
      />
      <TextField
        label={t('Lasts (days)')}
        inputMode="numeric"
        hint={[t('Empty: it does not end.'), ...effects].join(' ')}
        {...control('days')}
      />
      <TextField label={t('Points')} inputMode="numeric" {...control('points')} />
      <DuplicateWarning duplicates={duplicates} error={same.error} onRetry={() => void same.refetch()} />
      <div className="sm:col-span-2">
        <TextAreaField
          label={t('Internal reason')}
          hint={t('For staff only: what happened. You can add evidence to the action after you log it.')}
          required
          rows={4}
          {...control('internal_reason')}
          {...toPlaceholders}
        />
      </div>
      <div className="sm:col-span-2">
        <TextAreaField
          label={t('External reason')}
          hint={t('The person reads this on their account page. You can leave it empty.')}
          rows={3}
          {...control('external_reason')}
          {...toPlaceholders}
        />
      </div>
      <TextField
        label={t('When')}
        type="datetime-local"
        hint={[t('Empty means now.'), timeHint()].filter(Boolean).join(' ')}
        {...control('date')}
      />
    </FormDialog>
  )
}

/**
 * When the offences turn out to be empty, their field disappears. The focus then moves to the first field after the
 * person.
 */
function useFocusWithoutOffences(form: RefObject<HTMLFormElement | null>, hasNone: boolean): void {
  useEffect(() => {
    if (!hasNone || document.activeElement !== document.body) return
    const fields = form.current?.querySelectorAll<HTMLElement>('input, select, textarea') ?? []
    const first = [...fields].find((field) => field.closest('[data-later]') === null)
    first?.focus()
  }, [form, hasNone])
}

type Written = Pick<WrittenTerms, keyof WrittenTerms> & {
  /** Null when the name is that of the person. */
  user_name: string | null
  internal_reason: string
  date: string
}

const NOTHING_WRITTEN = {
  ...{ user_name: null, type: '', internal_reason: '', external_reason: '', date: '' },
  ...{ offences: '', days: '', points: '', deviation_why: '' },
}

/** What is wrong with the terms that are given for offences. */
function termProblems(written: Written, suggestion: OffenceSuggestion | undefined): Problems {
  return {
    ...(written.days.trim() === '' || daysIn(written.days) !== null
      ? {}
      : { days: t('Write a whole number of days.') }),
    ...(written.offences !== '' &&
    suggestion !== undefined &&
    written.deviation_why.trim() === '' &&
    deviates(written, suggestion)
      ? { deviation_why: t('Say why you do not follow the suggestion.') }
      : {}),
  }
}
