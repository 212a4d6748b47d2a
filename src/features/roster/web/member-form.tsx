import { useId, useState } from 'react'
import type { FoundPerson } from '#features/auth/contract.ts'
import { PersonField } from '#features/auth/web/person-field.tsx'
import { compareText } from '#lib/compare.ts'
import { dayOf, formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { type RecordForm, useRecordForm } from '#web/use-record-form.ts'
import { type Roster, RosterDraft, RosterMember } from '../contract.ts'
import type { RosterEffect } from '../effect-rules.ts'
import { allTitles } from '../position-rules.ts'
import { COLUMNS, fieldProblems, fieldsOf, type Ladder, type RosterFields } from '../rules.ts'
import { normaliseStatus, type Statuses } from '../status-rules.ts'
import { useAddRosterMember, useChangeRosterMember, useRemoveRosterMember, useUndoRosterRemoval } from './queries.ts'

type Written = Record<keyof RosterFields, string>

interface MemberFormProps {
  roster: Roster
  ladder: Ladder & { title: string }
  /** The member to edit. Null adds a new one. */
  member: RosterMember | null
  /** All members of the roster. Their time zones are suggested. */
  members: readonly RosterMember[]
  onClose(): void
}

/** Adds or changes a member. When someone else saved first, both versions are shown and one can be kept. */
export function MemberForm({ roster, ladder, member, members, onClose }: MemberFormProps) {
  const [person, setPerson] = useState<FoundPerson | null>(null)
  const adding = useAddRosterMember(roster)
  const changing = useChangeRosterMember(roster)
  const removing = useRemoveRosterMember(roster)
  const restoring = useUndoRosterRemoval(roster)
  const form = useRecordForm({
    initial: () => writtenOf(member, ladder.statuses),
    record: member,
    draftOf,
    schema: RosterDraft,
    otherProblems: ({ hiredAt, timezone }, over) =>
      fieldProblems(
        over,
        { hiredAt: hiredAt || null, timezone: timezone.trim() || null },
        dayOf(new Date().toISOString()),
      ),
    item: RosterMember,
    save: (written, over) => {
      const draft = draftOf(written, over)
      return over === null ? adding.mutateAsync(draft) : changing.mutateAsync({ draft, edited: over })
    },
    onSaved: ({ item }, over) =>
      over === null
        ? done(t('{name} was added.', { name: item.name }), () => removing.mutateAsync(item.id))
        : done(t('{name} was saved.', { name: item.name }), () =>
            changing.mutateAsync({ draft: fieldsOf(over), edited: item }),
          ),
  })

  function remove(gone: RosterMember): void {
    removing.mutate(gone.id, {
      onSuccess: () => done(t('{name} was removed.', { name: gone.name }), () => restoring.mutateAsync(gone.id)),
      onError: form.fail,
    })
  }

  function done(words: string, undo: () => Promise<unknown>): void {
    toastWithUndo(words, undo)
    onClose()
  }

  function choose(next: FoundPerson | null): void {
    setPerson(next)
    if (next !== null) form.write({ name: next.name, discordId: next.id })
  }

  const { name, callsign, notes } = form.written
  const texts = member === null ? [name, callsign, notes] : [notes]
  const isWritten = texts.join('').trim() !== (member?.notes ?? '')
  const discard = useDiscardQuestion(isWritten, onClose)
  if (form.conflict !== null) return <MemberConflict form={form} {...form.conflict} onClose={onClose} />

  return (
    <FormDialog
      {...discard}
      title={
        member === null ? t('Add to the {title}', { title: ladder.title }) : t('Edit {name}', { name: member.name })
      }
      width="wide"
      form={form}
      action={member === null ? t('Add member') : t('Save Changes')}
      removal={
        member !== null && (
          <Button look="danger" className="mr-auto" isPending={removing.isPending} onClick={() => remove(member)}>
            {t('Remove')}
          </Button>
        )
      }
      className="grid gap-x-4 gap-y-4 sm:grid-cols-2"
    >
      {member === null && (
        <div className="sm:col-span-2">
          <PersonField label={t('Find a person')} chosen={person} onChoose={choose} />
        </div>
      )}
      <MemberFields form={form} member={member} members={members} ladder={ladder} />
    </FormDialog>
  )
}

interface MemberFieldsProps extends Pick<MemberFormProps, 'member' | 'members' | 'ladder'> {
  form: RecordForm<Written>
}

function MemberFields({ form: { control, written }, member, members, ladder }: MemberFieldsProps) {
  const listId = useId()
  const titles = allTitles(ladder.positions)
  const known = ladder.statuses.all.map(({ name }) => name)
  const statuses = [...new Set([...known, normaliseStatus(written.status, ladder.statuses)])]
  return (
    <>
      <TextField label={t('Name')} required {...control('name')} />
      <TextField label={t('Callsign')} {...control('callsign')} />
      <TextField label={t('Discord UID')} required inputMode="numeric" {...control('discordId')} />
      {member?.effect !== undefined && <EffectNote effect={member.effect} />}
      <TextField label={t('Position')} required list={`${listId}-titles`} {...control('position')} />
      <SelectField label={t('Status')} {...control('status')}>
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      <TextField label={t('Timezone')} list={`${listId}-timezones`} {...control('timezone')} />
      <TextField label={t('Hired')} type="date" max={dayOf(new Date().toISOString())} {...control('hiredAt')} />
      <TextField
        label={t('Last Move')}
        type="date"
        hint={t('A new position or status sets this to today.')}
        {...control('lastMove')}
      />
      <div className="sm:col-span-2">
        <TextAreaField label={t('Notes')} {...control('notes')} />
      </div>
      <datalist id={`${listId}-titles`}>
        {titles.map((title) => (
          <option key={title} value={title} />
        ))}
      </datalist>
      <datalist id={`${listId}-timezones`}>
        {timezonesOf(members).map((timezone) => (
          <option key={timezone} value={timezone} />
        ))}
      </datalist>
    </>
  )
}

interface MemberConflictProps {
  mine: Written
  theirs: RosterMember
  form: RecordForm<Written, RosterMember>
  onClose(): void
}

function MemberConflict({ mine, theirs, form, onClose }: MemberConflictProps) {
  return (
    <ConflictDialog
      title={t('{name} was changed by someone else', { name: theirs.name })}
      fields={COLUMNS.map(({ field, label }) => ({
        label: t(label),
        mine: mine[field].trim(),
        theirs: theirs[field] ?? '',
      }))}
      isPending={form.isPending}
      onKeepMine={form.keepMine}
      onTakeTheirs={onClose}
      onClose={form.dismissConflict}
    />
  )
}

/** The effects of actions in force, which override what is written in the form. */
function EffectNote({ effect: { status, promotion } }: { effect: RosterEffect }) {
  return (
    <div className="space-y-1 rounded-md border border-amber/35 bg-amber/10 px-4 py-3 text-paper text-sm sm:col-span-2">
      {status !== null && (
        <p>
          {t('Shown as {status} until {moment}: {type} #{id}. After that the status below is shown again.', {
            ...{ status: status.status, moment: formatMoment(status.until), type: status.type, id: status.action },
          })}
        </p>
      )}
      {promotion !== null && (
        <p>
          {t('Not promoted until {moment}: {type} #{id}.', {
            ...{ moment: formatMoment(promotion.until), type: promotion.type, id: promotion.action },
          })}
        </p>
      )}
    </div>
  )
}

function writtenOf(member: RosterMember | null, statuses: Statuses): Written {
  return {
    name: member?.name ?? '',
    callsign: member?.callsign ?? '',
    discordId: member?.discordId ?? '',
    position: member?.position ?? '',
    timezone: member?.timezone ?? '',
    hiredAt: member?.hiredAt ?? '',
    lastMove: member?.lastMove ?? '',
    status: normaliseStatus(member?.status ?? '', statuses),
    notes: member?.notes ?? '',
  }
}

/** Leaves out an untouched last move, so that it follows the change of position or status. */
function draftOf(written: Written, over: RosterMember | null) {
  const { lastMove, ...rest } = written
  return lastMove === (over?.lastMove ?? '') ? rest : written
}

/** The time zones of the other members. */
function timezonesOf(members: readonly RosterMember[]): string[] {
  return [...new Set(members.flatMap(({ timezone }) => timezone ?? []))].sort(compareText)
}
