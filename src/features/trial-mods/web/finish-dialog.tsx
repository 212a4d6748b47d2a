import { type FormEvent, useId, useState } from 'react'
import { dayOf, formatDay } from '#lib/dates.ts'
import { UNDO_MS } from '#lib/undo.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextAreaField } from '#ui/field.tsx'
import type { TrialMod } from '../contract.ts'
import { stageOf, unfinishedStages } from '../rules.ts'
import { type Checklist, stageTitle } from '../stage-rules.ts'
import { useChecklist } from './queries.ts'

export type FinalStatus = 'Passed' | 'Failed'

interface FinishDialogProps {
  record: TrialMod
  status: FinalStatus
  /** Whether the viewer may pass somebody with stages that are not done. */
  mayPassEarly: boolean
  /** `why` only where stages are not done. */
  onFinish(why?: string): void
  onClose(): void
}

/** Asks before somebody passes or fails: what is missing, and what follows. */
export function FinishDialog({ record, status, mayPassEarly, onFinish, onClose }: FinishDialogProps) {
  const [why, setWhy] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const formId = useId()
  const { name } = record.trialMod
  const isPass = status === 'Passed'
  const checklist = useChecklist()
  const unfinished = unfinishedStages(record, checklist)
  const needsWhy = isPass && unfinished.length > 0
  const isRefused = needsWhy && !mayPassEarly
  const date = record.dates.completed

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (needsWhy && why.trim() === '') setIsMissing(true)
    else onFinish(needsWhy ? why.trim() : undefined)
  }

  return (
    <Dialog
      role="alertdialog"
      title={`${isPass ? 'Pass' : 'Fail'} ${name}?`}
      closesOutside={!needsWhy}
      onClose={onClose}
      actions={
        isRefused ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look={isPass ? 'primary' : 'danger'} type="submit" form={formId}>
              Set to {checklist.outcomes[status].label}
            </Button>
          </>
        )
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div>
          <p className="font-semibold text-paper">{progressIn(record, checklist)}</p>
          {unfinished.length > 0 && (
            <p className="text-sm">
              Not done:{' '}
              {unfinished
                .map((key) => `${stageTitle(key, checklist)}${stageOf(record, key).failed ? ' (failed)' : ''}`)
                .join(', ')}
              .
            </p>
          )}
        </div>
        {isRefused ? (
          <p>Only management can pass somebody with unfinished stages. Ask them, or sign the stages off first.</p>
        ) : (
          <ul className="list-disc space-y-1 pl-5 text-sm">
            <li>
              {date === null ? 'The completion date is today.' : `The completion date stays ${formatDay(dayOf(date))}.`}
            </li>
            <li>{name} leaves the training queue and moves to the archived records.</li>
            {isPass && checklist.promotion && <li>Management is offered the promotion to {checklist.promotion.to}.</li>}
            <li>
              You can undo this for {UNDO_MS / 1000} seconds. Only then is it announced on Discord, if your community
              announces it.
            </li>
          </ul>
        )}
        {needsWhy && !isRefused && (
          <TextAreaField
            label="Why do they pass with unfinished stages?"
            hint="It is kept in the audit log."
            error={isMissing ? 'Write why they pass with unfinished stages.' : undefined}
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

/** As '3 of 7 done, 1 failed'. */
function progressIn({ passed, failed }: TrialMod, { stages }: Checklist): string {
  return `${passed} of ${stages.length} done${failed > 0 ? `, ${failed} failed` : ''}`
}
