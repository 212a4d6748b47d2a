import { type FormEvent, useId, useState } from 'react'
import { t } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'
import { comparisonKey } from '#lib/text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { rich } from '#web/rich.tsx'
import { RenderLater } from '#web/use-is-painted.ts'
import type { Stage, TrialMod } from '../contract.ts'
import { stageOf, stageProblem, stateFlags, stateOf } from '../rules.ts'
import { STAGE_STATES, STATE_LABELS, type StageKey, stageTitle } from '../stage-rules.ts'
import { Moment } from './moment.tsx'
import { useChecklist, useStageHistory } from './queries.ts'
import { StageMark } from './stage-cell.tsx'
import { useStageRefusal } from './use-stage-refusal.ts'

interface StageDialogProps {
  record: TrialMod
  stageKey: StageKey
  /** What was written before and could not be saved. */
  draft?: Stage
  /** Why it could not be saved. */
  failure?: string
  /** The names of staff. */
  people: readonly string[]
  /** The viewer's own name among them. Null while unknown. */
  me: string | null
  /** The stage is shown but cannot be changed. */
  isReadOnly: boolean
  onSave(stage: Stage): void
  onClose(): void
}

/** The dialog that signs off a stage by the rules of spec section 5, and shows its history. */
export function StageDialog({
  record,
  stageKey,
  draft,
  failure,
  people,
  me,
  isReadOnly,
  onSave,
  onClose,
}: StageDialogProps) {
  const checklist = useChecklist()
  const refusal = useStageRefusal()(record, stageKey, isReadOnly)
  const [written, setWritten] = useState(draft ?? stageOf(record, stageKey))
  const [unknown, setUnknown] = useState<string | null>(null)
  const isNoted = (written.notes ?? '').trim() !== (stageOf(record, stageKey).notes ?? '')
  const { close, question } = useDiscardQuestion(isNoted, onClose)
  const formId = useId()
  const problem = stageProblem(written)
  const supervisor = written.by ?? ''
  const isEmpty = supervisor === '' && stateOf(written) === null
  const isUnsigned = supervisor.trim() === ''
  const offered =
    unknown === supervisor
      ? people.filter((name) => matchesSearch(supervisor, [name])).slice(0, MAX_OFFERED)
      : isUnsigned && me !== null
        ? [me]
        : []
  const title = `${stageTitle(stageKey, checklist)} — ${record.trialMod.name}`

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem !== null) return
    // Asks once. Pressing Save Changes again confirms the name.
    if (unknown !== supervisor && namesNobody(supervisor, [...people, me ?? '', stageOf(record, stageKey).by ?? ''])) {
      setUnknown(supervisor)
      return
    }
    onSave({ ...written, by: supervisor.trim() || null, notes: (written.notes ?? '').trim() || null })
  }

  if (refusal !== null) {
    return (
      <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>{t('Close')}</Button>}>
        <p>{refusal}</p>
        {isReadOnly && <p>{t('You cannot read the notes that staff write on it.')}</p>}
        <p className="mt-3 flex gap-3 text-sm">
          <StageMark state={stateOf(written)} />
          {written.by}
        </p>
        <StageHistory record={record} stageKey={stageKey} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={title}
      closesOutside={false}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" form={formId} disabled={problem !== null}>
            {t('Save Changes')}
          </Button>
        </>
      }
    >
      {question}
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure !== undefined && <ErrorNote message={failure} />}
        <TextField
          label={t('Supervising Admin')}
          value={supervisor}
          maxLength={100}
          list={`${formId}-people`}
          autoComplete="off"
          error={
            unknown === supervisor
              ? t('Nobody on the roster is called “{name}”. Choose a name, or press Save Changes again to keep it.', {
                  name: supervisor.trim(),
                })
              : undefined
          }
          onChange={(event) => setWritten({ ...written, by: event.target.value })}
        />
        <datalist id={`${formId}-people`}>
          <RenderLater>
            {me !== null && <option value={me} label={t('Me')} />}
            {people
              .filter((name) => name !== me)
              .map((name) => (
                <option key={name} value={name} />
              ))}
          </RenderLater>
        </datalist>
        {offered.length > 0 && (
          <div className="-mt-2 flex flex-wrap gap-2">
            {offered.map((name) => (
              <Button key={name} size="sm" onClick={() => setWritten({ ...written, by: name })}>
                {name === me ? t('Me ({name})', { name }) : name}
              </Button>
            ))}
          </div>
        )}
        <fieldset aria-describedby={`${formId}-status`}>
          <legend className="mb-1.5 font-bold font-sign text-paper-dim text-sm">{t('Status')}</legend>
          <div className="grid gap-2 sm:grid-cols-3">
            {STAGE_STATES.map((state) => (
              <label
                key={state}
                className="touch-target flex h-10 items-center gap-2 whitespace-nowrap rounded-sm border border-paper-faint/60 px-2.5 text-paper text-sm has-checked:border-lagoon has-checked:bg-lagoon/10 has-disabled:opacity-55"
              >
                <input
                  type="checkbox"
                  checked={written[state]}
                  disabled={isUnsigned}
                  onChange={(event) => setWritten({ ...written, ...stateFlags(event.target.checked ? state : null) })}
                  className="size-4"
                />
                {t(STATE_LABELS[state])}
              </label>
            ))}
          </div>
          <p
            id={`${formId}-status`}
            role="status"
            className={`mt-1.5 min-h-5 text-sm ${problem === null ? 'text-paper-faint' : 'text-warn'}`}
          >
            {problem !== null ? t(problem) : isUnsigned && t('Enter a Supervising Admin first, then choose a status.')}
          </p>
        </fieldset>
        <TextAreaField
          label={t('Notes (optional)')}
          rows={3}
          maxLength={4000}
          value={written.notes ?? ''}
          onChange={(event) => setWritten({ ...written, notes: event.target.value })}
        />
        {!isEmpty && (
          <Button
            look="ghost"
            size="sm"
            className="self-start"
            onClick={() => setWritten({ ...written, ...stateFlags(null), by: null })}
          >
            {t('Clear status and supervisor')}
          </Button>
        )}
      </form>
      <StageHistory record={record} stageKey={stageKey} />
    </Dialog>
  )
}

const MAX_OFFERED = 4

/** Whether a text is not the name of anyone known. False while no names are known. */
function namesNobody(text: string, names: readonly string[]): boolean {
  const key = comparisonKey(text)
  return key !== '' && names.some(Boolean) && !names.some((name) => comparisonKey(name) === key)
}

/** The saved states of a stage: who set what, and when. */
function StageHistory({ record, stageKey }: { record: TrialMod; stageKey: StageKey }) {
  const { data } = useStageHistory(record)
  const entries = data?.data.filter(({ stage }) => stage === stageKey) ?? []
  if (entries.length === 0) return null
  return (
    <section aria-label={t('History')} className="mt-5 border-haze border-t pt-4">
      <h3 className="mb-2 text-paper text-sm">{t('History')}</h3>
      <ol className="flex flex-col gap-3 text-sm">
        {entries.map((entry) => (
          <li key={entry.at} className="border-haze border-l-2 pl-3 leading-5">
            <p className="flex flex-wrap gap-x-3 text-paper">
              <StageMark state={stateOf(entry)} />
              {entry.by}
            </p>
            {entry.notes !== null && <p className="whitespace-pre-wrap break-words">{entry.notes}</p>}
            <p className="text-paper-faint text-xs">
              {rich('Saved by {name}, {moment}', {
                name: entry.actorName ?? t('the site'),
                moment: <Moment at={entry.at} withTime />,
              })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
