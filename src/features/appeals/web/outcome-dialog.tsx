import { type ReactNode, useEffect, useId } from 'react'
import { localMoment, momentAt } from '#lib/dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { CheckBox } from '#ui/check-box.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { readTabText, writeTabText } from '#web/tab-text.ts'
import { useRecordForm } from '#web/use-record-form.ts'
import { DecisionDraft } from '../decision-contract.ts'
import { type AppealOutcome, LIFTS, type Lift, type Reduction, reductionProblems } from '../rules.ts'
import type { AppealedFacts } from '../snapshot-contract.ts'
import { UnsentText } from './unsent-text.tsx'

const CHOICES: Record<AppealOutcome, PlainMessage> = {
  upheld: msg('Uphold: it stays as it is'),
  reduced: msg('Reduce: it becomes lighter'),
  revoked: msg('Revoke: it no longer counts'),
  inadmissible: msg('Do not look at it: it stays'),
}

const CONSEQUENCES: Record<AppealOutcome, PlainMessage> = {
  upheld: msg('The appeal ends and the action stays as it is.'),
  reduced: msg('The appeal ends and the action is changed at once.'),
  revoked: msg('The appeal ends and the action is revoked at once. It stays in the list, marked.'),
  inadmissible: msg('The appeal is closed without a review. The action stays as it is.'),
}

/** The consequences when the issuer acts. */
const ISSUERS_CONSEQUENCES: Record<Lift, PlainMessage> = {
  reduced: msg('The action is changed at once. The appeal stays open, and somebody else decides on it.'),
  revoked: CONSEQUENCES.revoked,
}

/** The data to send, without the versions. */
export interface Outcome {
  outcome: AppealOutcome
  reduction: Reduction | undefined
  message: string
  comment: string
  notIssuer: boolean | undefined
}

interface OutcomeDialogProps {
  title: string
  appellant: string
  /** The action as it is now. */
  action: AppealedFacts
  /** The types that are lighter than the action's own type. */
  types: readonly string[]
  outcomes: readonly AppealOutcome[]
  /** Whether the issuer uses the dialog, to take the action back or reduce it. */
  isByIssuer?: boolean
  /** The issuer's name in the game, when the issuer is not known as a person. */
  unknownIssuer?: string | null
  /** Changes since the dialog opened. */
  news?: ReactNode
  /** The key under which this tab keeps the texts until they are sent. */
  place: string
  /** What ended the appeal meanwhile, as a sentence. Null while it is open. */
  closed: string | null
  save(outcome: Outcome): Promise<unknown>
  onDone(): void
  onClose(): void
}

const commentPlaceOf = (place: string) => `${place}-comment`

/** The dialog for an outcome: what happens to the action, and the message to the appellant. */
export function OutcomeDialog(props: OutcomeDialogProps) {
  const { title, appellant, action, types, outcomes, isByIssuer = false, unknownIssuer = null, news } = props
  const { closed, onClose } = props
  const { form, forget } = useOutcomeForm(props)
  const { control, written } = form
  if (closed !== null && !form.isPending) {
    const text = [written.message, written.comment].filter((part) => part.trim() !== '').join('\n\n')
    return <ClosedDialog title={title} why={closed} text={text} onDiscard={forget} onClose={onClose} />
  }
  const chosen = outcomes.find((outcome) => outcome === written.outcome)
  return (
    <FormDialog
      title={title}
      width="wide"
      form={form}
      action={isByIssuer && chosen === 'reduced' ? t('Reduce the action') : t('End the appeal')}
      close={onClose}
    >
      {news}
      <SelectField label={t('Outcome')} required {...control('outcome')}>
        <option value="" disabled>
          {t('Choose…')}
        </option>
        {outcomes.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t(CHOICES[outcome])}
          </option>
        ))}
      </SelectField>
      {chosen === 'reduced' && <ReductionFields types={[...types, action.type]} form={form} />}
      <TextAreaField
        label={t('Message to {name}', { name: appellant })}
        hint={t('{name} reads this. Say what you looked at and why you decided this way.', { name: appellant })}
        rows={5}
        required
        {...control('message')}
      />
      {!isByIssuer && (
        <TextAreaField
          label={t('Internal comment')}
          hint={t('Only those who decide on appeals read this.')}
          rows={2}
          {...control('comment')}
        />
      )}
      {unknownIssuer !== null && (
        <NotIssuer
          name={unknownIssuer}
          isChecked={written.notIssuer !== ''}
          isMissing={form.problems.notIssuer !== undefined}
          onChange={(isChecked) => form.write({ notIssuer: isChecked ? 'yes' : '' })}
        />
      )}
      {chosen !== undefined && (
        <p className="text-paper">
          {t(isByIssuer ? ISSUERS_CONSEQUENCES[liftIn(chosen)] : CONSEQUENCES[chosen])}{' '}
          {t('{name} is told. This cannot be undone.', { name: appellant })}
        </p>
      )}
    </FormDialog>
  )
}

interface ReductionFieldsProps {
  types: readonly string[]
  form: ReturnType<typeof useOutcomeForm>['form']
}

function ReductionFields({ types, form }: ReductionFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField label={t('Type')} {...form.control('type')}>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <TextField label={t('Ends')} type="datetime-local" {...form.control('ends_at')} />
      <TextField label={t('Points')} inputMode="numeric" {...form.control('points')} />
    </div>
  )
}

/** The form, whose texts stay in this tab until they are sent or forgotten. */
function useOutcomeForm({ action, types, unknownIssuer = null, place, save, onDone }: OutcomeDialogProps) {
  const form = useRecordForm({
    initial: () => ({
      ...{ outcome: '', ...reducibleOf(action), notIssuer: '' },
      ...{ message: readTabText(place), comment: readTabText(commentPlaceOf(place)) },
    }),
    record: null,
    draftOf: (written) => draftOf(written, action),
    schema: DecisionDraft,
    otherProblems: (written) => ({
      ...problemsOf(written, action, types),
      ...(unknownIssuer !== null && written.notIssuer === '' ? { notIssuer: NOT_ISSUER } : {}),
    }),
    // Confirm here: reloading may remove this dialog, and then `onSaved` does not run.
    save: async (written) => {
      await save(readOutcome(draftOf(written, action)))
      forget()
      onDone()
    },
    onSaved: () => undefined,
  })
  const { message, comment } = form.written
  useEffect(() => {
    writeTabText(place, message)
    writeTabText(commentPlaceOf(place), comment)
  }, [place, message, comment])
  const forget = () => {
    writeTabText(place, '')
    writeTabText(commentPlaceOf(place), '')
  }
  return { form, forget }
}

const NOT_ISSUER = msg('Say that it was not you who gave this action.')
const liftIn = (outcome: AppealOutcome): Lift => LIFTS.find((lift) => lift === outcome) ?? 'revoked'

interface NotIssuerProps {
  name: string
  isChecked: boolean
  isMissing: boolean
  onChange(isChecked: boolean): void
}

/** The question whether the decider gave the action. Shown when only the issuer's name in the game is known. */
function NotIssuer({ name, isChecked, isMissing, onChange }: NotIssuerProps) {
  const problemId = useId()
  return (
    <div>
      <CheckBox
        className="flex items-start gap-2 text-sm"
        name="notIssuer"
        checked={isChecked}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? problemId : undefined}
        onChange={({ target }) => onChange(target.checked)}
      >
        {t('I am not {name}, who gave this action in game. This is kept with the decision.', { name })}
      </CheckBox>
      {isMissing && (
        <p id={problemId} className="mt-1 text-danger-soft text-sm">
          {t(NOT_ISSUER)}
        </p>
      )}
    </div>
  )
}

interface ClosedDialogProps {
  title: string
  why: string
  text: string
  onDiscard(): void
  onClose(): void
}

/** Replaces the form when somebody else has ended the appeal. Shows what happened, and the text written so far. */
function ClosedDialog({ title, why, text, onDiscard, onClose }: ClosedDialogProps) {
  const discard = () => {
    onDiscard()
    onClose()
  }
  return (
    <Dialog
      title={title}
      width="wide"
      closesOutside={false}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {text === '' ? <p role="alert">{why}</p> : <UnsentText why={why} text={text} onDiscard={discard} />}
    </Dialog>
  )
}

interface Written {
  outcome: string
  type: string
  ends_at: string
  points: string
  message: string
  comment: string
  notIssuer: string
}

const reducibleOf = ({ type, endsAt, points }: AppealedFacts) => ({
  type,
  ends_at: endsAt === null ? '' : localMoment(endsAt),
  points: String(points),
})

/** The reduction that follows from the changed fields. */
function reductionOf({ type, ends_at, points }: Written, action: AppealedFacts): Reduction {
  const before = reducibleOf(action)
  return {
    ...(type === before.type ? {} : { type }),
    ...(ends_at === before.ends_at || ends_at === '' ? {} : { ends_at: momentAt(ends_at).toISOString() }),
    ...(points === before.points ? {} : { points: Number(points) }),
  }
}

const draftOf = (written: Written, action: AppealedFacts) => ({
  ...{ version: 1, actionVersion: 1 },
  outcome: written.outcome,
  reduction: written.outcome === 'reduced' ? reductionOf(written, action) : undefined,
  message: written.message,
  comment: written.comment,
  notIssuer: written.notIssuer === '' ? undefined : true,
})

/** Converts a draft that has been validated. */
function readOutcome(draft: ReturnType<typeof draftOf>): Outcome {
  const { outcome, reduction, message, notIssuer } = DecisionDraft.parse(draft)
  return { outcome, reduction, message, comment: draft.comment, notIssuer }
}

function problemsOf(
  written: Written,
  action: AppealedFacts,
  types: readonly string[],
): Partial<Record<string, string>> {
  if (written.outcome !== 'reduced') return {}
  const reduction = reductionOf(written, action)
  const { points } = reduction
  if (points !== undefined && (!Number.isInteger(points) || points < 0)) {
    return { points: t('Points are a whole number from 0.') }
  }
  const { date, endsAt, ...fields } = action
  const known = { ...fields, date: new Date(date), endsAt: endsAt === null ? null : new Date(endsAt) }
  return Object.fromEntries(
    Object.entries(reductionProblems(known, reduction, types)).map(([field, problem]) => [field, t(problem)]),
  )
}
