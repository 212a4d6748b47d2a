import { useState } from 'react'
import { useOwnId } from '#features/auth/web/use-own-id.ts'
import { formatMoment, localMoment } from '#lib/dates.ts'
import { discordIdProblem } from '#lib/discord-id.ts'
import { t } from '#lib/messages.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { useRecordForm } from '#web/use-record-form.ts'
import { DaEntry, type FoundAction } from '../contract.ts'
import { areSameTerms, deviationOf, suggestionOf, termsGivenBy, termsOf, termsText } from '../offence-rules.ts'
import { ACTION_FIELDS, type ActionFields } from '../rules.ts'
import { isoOf, TypeField, timeHint } from './action-fields.tsx'
import { DeviationField, Suggestion } from './offence-fields.tsx'
import { PersonCard } from './person-card.tsx'
import { useActionPerson, useActionTypes, useReviseAction } from './queries.ts'
import { useFamily } from './use-family.ts'
import { useSuggested } from './use-suggestion.ts'

interface ReviseFormProps {
  entry: DaEntry
  /** The offences of the action, how it differs from the suggestion, and its revisions. */
  found: Pick<FoundAction, 'offences' | 'deviation' | 'revisions'>
  onDone(): void
  onClose(): void
}

/**
 * Revises an action. When another person saved first, both versions are shown and the user chooses one. Over 60 lines
 * because the fields depend on each other: the person decides the name, the date moves both ends, and all of them
 * decide whether the form asks why the suggestion is not followed.
 */
export function ReviseForm({ onDone, onClose, ...props }: ReviseFormProps) {
  // Changes by others while the form is open are shown as theirs. They do not become part of what this person writes.
  const [{ entry, found }] = useState(props)
  const revising = useReviseAction(entry.id)
  const { name: family, drafts } = useFamily()
  const types = useActionTypes()
  // Revisions by others are not compared with what was suggested to the issuer.
  const kept = useOwnId() === entry.admin ? suggestionOf(found.offences, types) : null
  const shownOf = (written: Written): Shown => ({
    ...written,
    user_name: written.user_name ?? (written.user === entry.user ? entry.user_name : (person.data?.item.name ?? '')),
    ends_at: written.ends_at ?? movedTo(written.date, entry, entry.ends_at),
    points_end_at: written.points_end_at ?? movedTo(written.date, entry, entry.points_end_at),
  })
  const isMoved = (shown: Shown) => shown.user !== entry.user || draftOf(shown, entry).date !== entry.date
  const deviates = (shown: Shown) => {
    const suggested = isMoved(shown) ? anew.data : kept
    const { date = entry.date, ends_at, type, points } = draftOf(shown, entry)
    const now = { date, ends_at: ends_at ?? null, type, points }
    if (kept === null || suggested === undefined || suggested === null) return false
    if (areSameTerms(kept, suggested) && areSameTerms(termsOf(entry), termsOf(now))) return false
    const given = termsGivenBy(entry.admin, [...found.revisions, { by: entry.admin, was: entry }], now)
    return deviationOf(suggested, given, types) !== 'none'
  }
  const sentOf = (shown: Shown, over: DaEntry | null) => {
    const { user, ...others } = draftOf(shown, over)
    // A revision cannot change whom an action against a player is about.
    return family === 'staff' ? { user, ...others } : others
  }
  const form = useRecordForm({
    initial: (): Written => {
      const untouched = { user_name: null, ends_at: null, points_end_at: null }
      return { ...writtenOf(entry), ...untouched, why: '', deviation_why: found.deviation?.why ?? '' }
    },
    record: entry,
    draftOf: (written, over) => sentOf(shownOf(written), over),
    schema: drafts.revision,
    otherProblems: (written) =>
      deviates(shownOf(written)) && written.deviation_why.trim() === ''
        ? { deviation_why: t('Say why you do not follow the suggestion.') }
        : {},
    item: DaEntry,
    save: (written, over) => revising.mutateAsync(drafts.revision.parse(sentOf(shownOf(written), over))),
    onSaved: ({ item: { version } }, over) => {
      const before = over ?? entry
      const why = t('The revision was undone.')
      const back = sentOf({ ...writtenOf(before), why, deviation_why: found.deviation?.why ?? '' }, before)
      toastWithUndo(t('The revision was saved.'), () =>
        revising.mutateAsync(drafts.revision.parse({ ...back, version })),
      )
      onDone()
    },
  })
  const { conflict, control, problems } = form
  // The server may know a suggestion that this page does not. Once it asked why, the question stays, whatever is
  // written.
  const [asksWhy, setAsksWhy] = useState(false)
  if (!asksWhy && problems.deviation_why !== undefined) setAsksWhy(true)
  const { user } = form.written
  const isOther = user !== entry.user && discordIdProblem(user) === null
  const person = useActionPerson(isOther ? user : null)
  const written = shownOf(form.written)
  const hasMoved = kept !== null && isMoved(written)
  const { date } = draftOf(written, entry)
  const isWhole = date !== undefined && (user === entry.user || isOther)
  // For another person or time, the offences may be on another step of their ladders.
  const anew = useSuggested({
    user: hasMoved && isWhole ? user : '',
    codes: found.offences.map(({ code }) => code),
    ...{ date, revises: entry.id },
  })
  const stored = writtenOf(entry)
  const isWritten =
    written.why.trim() !== '' ||
    written.deviation_why !== (found.deviation?.why ?? '') ||
    written.internal_reason !== stored.internal_reason ||
    written.external_reason !== stored.external_reason
  const discard = useDiscardQuestion(isWritten, onClose)

  if (conflict !== null) {
    const { theirs } = conflict
    const mine = shownOf(conflict.mine)
    const newer = writtenOf(theirs)
    return (
      <ConflictDialog
        title={t('The action against {name} was changed by someone else', { name: theirs.user_name })}
        fields={ACTION_FIELDS.map(({ field, label }) => ({
          label: t(label),
          mine: mine[field].trim(),
          theirs: newer[field],
        }))}
        isPending={form.isPending}
        onKeepMine={form.keepMine}
        onTakeTheirs={onDone}
        onClose={form.dismissConflict}
      />
    )
  }

  return (
    <FormDialog
      {...discard}
      title={t('Revise the action against {name}', { name: entry.user_name })}
      width="wide"
      form={form}
      action={t('Save revision')}
      disabled={anew.isLoading || (isOther && person.data === undefined)}
      className="grid gap-4 sm:grid-cols-2"
    >
      {'source' in entry && entry.source === 'txadmin' && (
        <p className="sm:col-span-2">
          {t('txAdmin is not told of this: there, the type and the end stay as they were given.')}
        </p>
      )}
      <TypeField {...control('type')} before={entry.type} />
      <TextField label={t('When')} type="datetime-local" required hint={timeHint()} {...control('date')} />
      {kept !== null && !hasMoved && (
        <p className="text-paper text-sm sm:col-span-2">{t('Suggested: {terms}', { terms: termsText(kept) })}</p>
      )}
      {hasMoved && (
        <div className="sm:col-span-2">
          <Suggestion query={anew} />
        </div>
      )}
      {(asksWhy || deviates(written)) && <DeviationField {...control('deviation_why')} />}
      <div className="sm:col-span-2">
        <TextAreaField label={t('Internal reason')} required rows={4} {...control('internal_reason')} />
      </div>
      <div className="sm:col-span-2">
        <TextAreaField label={t('External reason')} rows={3} {...control('external_reason')} />
      </div>
      <TextField
        label={t('Ends')}
        type="datetime-local"
        hint={t('Empty: no end.')}
        {...control('ends_at')}
        value={written.ends_at}
      />
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-4">
        <TextField label={t('Points')} inputMode="numeric" {...control('points')} />
        <TextField
          label={t('Points until')}
          type="datetime-local"
          {...control('points_end_at')}
          value={written.points_end_at}
        />
      </div>
      <TextField label={t('Name in the record')} required {...control('user_name')} value={written.user_name} />
      {family === 'staff' && <TextField label={t('User ID')} required inputMode="numeric" {...control('user')} />}
      {isOther && (
        <div className="sm:col-span-2">
          <PersonCard
            {...{ id: user, name: '', note: null, query: person }}
            failure={t('We could not check who this is, so you cannot save yet. Try again.')}
          />
        </div>
      )}
      <div className="sm:col-span-2">
        <TextAreaField
          label={t('Reason for the change')}
          hint={t('Saved together with the earlier version.')}
          required
          rows={2}
          {...control('why')}
        />
      </div>
    </FormDialog>
  )
}

/** The values that the fields show. */
type Shown = ReturnType<typeof writtenOf> & { why: string; deviation_why: string }

/**
 * These fields are null until the user changes them: the name then follows the person, and the two ends follow the
 * time.
 */
type Following = 'user_name' | 'ends_at' | 'points_end_at'
type Written = Omit<Shown, Following> & Record<Following, string | null>

/** An end of an action whose date was changed. The action and its points keep their durations. */
function movedTo(date: string, entry: DaEntry, end: string | null): string {
  if (end === null) return ''
  const given = isoOf(date)
  if (given === undefined || date === localMoment(entry.date)) return localMoment(end)
  return localMoment(new Date(Date.parse(end) + Date.parse(given) - Date.parse(entry.date)).toISOString())
}

/** A time that the user did not change keeps its seconds. */
function draftOf({ date, ends_at, points, points_end_at, ...texts }: Shown, over: DaEntry | null) {
  const momentOf = (written: string, before: string | null | undefined) => {
    if (written === '') return null
    return before != null && written === localMoment(before) ? before : isoOf(written)
  }
  return {
    ...texts,
    date: over !== null && date === localMoment(over.date) ? over.date : isoOf(date),
    ends_at: momentOf(ends_at, over?.ends_at),
    points: Number(points),
    points_end_at: momentOf(points_end_at, over?.points_end_at),
    version: over?.version,
  }
}

function writtenOf(entry: DaEntry) {
  return {
    date: localMoment(entry.date),
    user: entry.user,
    user_name: entry.user_name,
    type: String(entry.type),
    internal_reason: entry.internal_reason ?? '',
    external_reason: entry.external_reason ?? '',
    ends_at: entry.ends_at === null ? '' : localMoment(entry.ends_at),
    points: String(entry.points),
    points_end_at: entry.points_end_at === null ? '' : localMoment(entry.points_end_at),
  }
}

const MOMENTS: ReadonlySet<string> = new Set(['date', 'ends_at', 'points_end_at'] satisfies (keyof ActionFields)[])

/** The value of a field as text for people. */
export function factText(field: (typeof ACTION_FIELDS)[number]['field'], value: string | number | null): string {
  if (value === null) return field === 'internal_reason' ? t(REDACTED_TEXT) : ''
  return MOMENTS.has(field) && typeof value === 'string' ? formatMoment(value) : String(value)
}
