import { type FormEvent, useId, useState } from 'react'
import { dayOf, formatDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { UNDO_MS } from '#lib/undo.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { type TrialMod, trialModCalls } from '../contract.ts'
import { stageOf, unfinishedStages } from '../rules.ts'
import { type Checklist, type StageKey, stageTitle } from '../stage-rules.ts'
import { useCalls, useChecklist } from './queries.ts'

export type FinalStatus = 'Passed' | 'Failed'

interface FinishDialogProps {
  record: TrialMod
  status: FinalStatus
  /** Whether the viewer may pass a trainee with unfinished stages. */
  mayPassEarly: boolean
  /** `why` is given only if stages are unfinished. */
  onFinish(why?: string): void
  onClose(): void
}

/** Asks for confirmation before a trainee passes or fails, and lists unfinished stages and the consequences. */
export function FinishDialog({ record, status, mayPassEarly, onFinish, onClose }: FinishDialogProps) {
  const [why, setWhy] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const formId = useId()
  const { close, question } = useDiscardQuestion(why.trim() !== '', onClose)
  const { name } = record.trialMod
  const isPass = status === 'Passed'
  const checklist = useChecklist()
  const unfinished = unfinishedStages(record, checklist)
  const needsWhy = isPass && unfinished.length > 0
  const isRefused = needsWhy && !mayPassEarly

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (needsWhy && why.trim() === '') setIsMissing(true)
    else onFinish(needsWhy ? why.trim() : undefined)
  }

  return (
    <Dialog
      role="alertdialog"
      title={t(isPass ? 'Pass {name}?' : 'Fail {name}?', { name })}
      closesOutside={!needsWhy}
      onClose={close}
      actions={
        isRefused ? (
          <Button onClick={onClose}>{t('Close')}</Button>
        ) : (
          <>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button look={isPass ? 'primary' : 'danger'} type="submit" form={formId}>
              {t('Set to {status}', { status: checklist.outcomes[status].label })}
            </Button>
          </>
        )
      }
    >
      {question}
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Progress record={record} checklist={checklist} unfinished={unfinished} />
        {isRefused ? (
          <p>
            {t('Only management can pass somebody with unfinished stages. Ask them, or sign the stages off first.')}
          </p>
        ) : (
          <Consequences record={record} checklist={checklist} isPass={isPass} />
        )}
        {needsWhy && !isRefused && (
          <TextAreaField
            label={t('Why do they pass with unfinished stages?')}
            hint={t('It is kept in the audit log.')}
            error={isMissing ? t('Write why they pass with unfinished stages.') : undefined}
            required
            maxLength={4000}
            value={why}
            onChange={(event) => {
              setWhy(event.target.value)
              setIsMissing(false)
            }}
          />
        )}
      </form>
    </Dialog>
  )
}

interface ProgressProps {
  record: TrialMod
  checklist: Checklist
  unfinished: readonly StageKey[]
}

/** For example '3 of 7 done, 1 failed', and below it the stages that are not done. */
function Progress({ record, checklist, unfinished }: ProgressProps) {
  const { passed, failed } = record
  const total = checklist.stages.length
  const named = (key: StageKey) => {
    const stage = stageTitle(key, checklist)
    return stageOf(record, key).failed ? t('{stage} (failed)', { stage }) : stage
  }
  return (
    <div>
      <p className="font-semibold text-paper">
        {t(failed > 0 ? '{passed} of {total} done, {failed} failed' : '{passed} of {total} done', {
          passed,
          total,
          failed,
        })}
      </p>
      {unfinished.length > 0 && (
        <p className="text-sm">{t('Not done: {stages}.', { stages: unfinished.map(named).join(', ') })}</p>
      )}
    </div>
  )
}

/** What follows when the trainee passes or fails. */
function Consequences({ record, checklist, isPass }: { record: TrialMod; checklist: Checklist; isPass: boolean }) {
  const isOfTrialMods = useCalls().key === trialModCalls.key
  const { name } = record.trialMod
  const date = record.dates.completed
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm">
      <li>
        {date === null
          ? t('The completion date is today.')
          : t('The completion date stays {date}.', { date: formatDay(dayOf(date)) })}
      </li>
      <li>
        {isOfTrialMods
          ? t('{name} leaves the training queue and moves to the archived records.', { name })
          : t('{name} moves to the archived records.', { name })}
      </li>
      {isPass && checklist.promotion && (
        <li>{t('Management is offered the promotion to {title}.', { title: checklist.promotion.to })}</li>
      )}
      <li>
        {isOfTrialMods
          ? t(
              'You can undo this for {seconds} seconds. Only then is it announced on Discord, if your community announces it.',
              { seconds: UNDO_MS / 1000 },
            )
          : t('You can undo this for {seconds} seconds.', { seconds: UNDO_MS / 1000 })}
      </li>
    </ul>
  )
}
