import { type FormEvent, useId, useState } from 'react'
import { t } from '#lib/messages.ts'
import { comparisonKey } from '#lib/text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { rich } from '#web/rich.tsx'
import type { Stage, TrialMod } from '../contract.ts'
import { stageOf, stageProblem, stateOf } from '../rules.ts'
import { type StageKey, stageTitle } from '../stage-rules.ts'
import { Moment } from './moment.tsx'
import { useChecklist, useStageHistory } from './queries.ts'
import { StageMark } from './stage-cell.tsx'
import { StageFields } from './stage-fields.tsx'
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
export function StageDialog(props: StageDialogProps) {
  const { record, stageKey, draft, failure, people, me, isReadOnly, onSave, onClose } = props
  const checklist = useChecklist()
  const refusal = useStageRefusal()(record, stageKey, isReadOnly)
  const [written, setWritten] = useState(draft ?? stageOf(record, stageKey))
  const [unknown, setUnknown] = useState<string | null>(null)
  const isNoted = (written.notes ?? '').trim() !== (stageOf(record, stageKey).notes ?? '')
  const { close, question } = useDiscardQuestion(isNoted, onClose)
  const formId = useId()
  const problem = stageProblem(written)
  const supervisor = written.by ?? ''
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
        <StageFields
          written={written}
          people={people}
          me={me}
          isUnknown={unknown === supervisor}
          onChange={setWritten}
        />
      </form>
      <StageHistory record={record} stageKey={stageKey} />
    </Dialog>
  )
}

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
