import { type ReactNode, useEffect, useId } from 'react'
import { longDay } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { Link } from '#web/router.tsx'
import { readTabText, writeTabText } from '#web/tab-text.ts'
import { useArrival } from '#web/use-arrival.ts'
import { useRecordForm } from '#web/use-record-form.ts'
import { type Appealable, AppealDraft, type AppealPromise } from '../contract.ts'
import { DECIDING_TEXTS, noDeciderText } from '../independence-rules.ts'
import { againFrom, leftThisYear } from '../repeat-rules.ts'
import { dueAt, escalationDates } from '../rules.ts'
import { EndsFirst, ReadAction, titleOf } from './appealed-action.tsx'
import { EscalationText } from './escalation-text.tsx'
import { actionKey } from './own-appeal-note.tsx'
import { useAddAppeal, useAppealable, useOwnAppeals } from './queries.ts'
import { UnsentText } from './unsent-text.tsx'

interface AppealFormProps {
  item: Appealable
  /** Undefined until loaded. */
  promise: AppealPromise | undefined
  /** The evidence that the appellant may see. */
  evidence?: ReactNode
  /** Why the appeal can no longer be sent, as a sentence. Null while it can be. */
  closed: string | null
  /** Called with the id of the new appeal. */
  onDone(appeal: number): void
  onClose(): void
}

/** The form for appealing one action. Its text stays in this tab until it is sent, even when the page is left. */
export function AppealForm({ item, promise, evidence, closed, onDone, onClose }: AppealFormProps) {
  const headingId = useId()
  const adding = useAddAppeal()
  const { family, action, today } = item
  const place = `appeal ${actionKey(item)}`
  const draftOf = (written: { text: string }) => ({ family, action, ...written })
  const form = useRecordForm({
    initial: () => ({ text: readTabText(place) }),
    record: null,
    draftOf,
    schema: AppealDraft,
    // Confirm here: reloading the list removes this form, and then `onSaved` does not run.
    save: async (written) => {
      const { item: added } = await adding.mutateAsync(AppealDraft.parse(draftOf(written)))
      writeTabText(place, '')
      toast(t('Your appeal was sent.'))
      onDone(added.id)
    },
    onSaved: () => undefined,
  })
  const { text } = form.written
  const heading = useArrival<HTMLHeadingElement>(true)
  useEffect(() => writeTabText(place, text), [place, text])
  const isClosed = closed !== null && !form.isPending
  return (
    <section aria-labelledby={headingId} className="rounded-md border border-sunset/60 bg-dusk p-5">
      <h2 ref={heading} id={headingId} tabIndex={-1} className="mb-3 scroll-mt-10 text-lg">
        {t('Appeal: {action}', { action: titleOf(today) })}
      </h2>
      <ReadAction query={useAppealable({ family, action })} />
      {evidence}
      {isClosed && text.trim() === '' && <p className="mt-3">{closed}</p>}
      {isClosed && text.trim() !== '' && (
        <UnsentText
          why={closed}
          text={text}
          onDiscard={() => {
            writeTabText(place, '')
            onClose()
          }}
        />
      )}
      {!isClosed && (
        <form {...form.formProps} className="mt-4">
          {form.failure !== null && (
            <div className="mb-3">
              <ErrorNote message={form.failure} />
            </div>
          )}
          <TextAreaField
            label={t('What should be looked at again, and why?')}
            hint={t('The person who decides reads this. The person who gave you the action reads it too.')}
            rows={7}
            required
            {...form.control('text')}
          />
          {promise !== undefined && <Terms item={item} promise={promise} />}
          <div className="mt-4 flex flex-wrap justify-end gap-3">
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button look="primary" type="submit" isPending={form.isPending}>
              {t('Send the appeal')}
            </Button>
          </div>
        </form>
      )}
    </section>
  )
}

/** The terms of an appeal, shown before it is written. */
function Terms({ item, promise }: { item: Appealable; promise: AppealPromise }) {
  const { due, left, again, management, owners } = useAppealDates(item, promise)
  const hasDecider = item.deciding !== 'nobody'
  return (
    <ul className="mt-3 list-disc space-y-1 pl-5 text-paper-dim text-sm">
      <li>
        {t(DECIDING_TEXTS[item.deciding])}{' '}
        <Link to="/appeals/figures" className="inline-link">
          {t('How appeals were decided so far')}
        </Link>
      </li>
      <li>
        {hasDecider ? (
          <>
            {t('You get an answer by {day}.', { day: longDay(due.toISOString()) })}{' '}
            <EscalationText management={management.toISOString()} owners={owners.toISOString()} />
          </>
        ) : (
          t(noDeciderText(item))
        )}
        <EndsFirst endsAt={item.today.endsAt} dueAt={hasDecider ? due.toISOString() : null} />
      </li>
      {left > 0 && again !== null && (
        <li>
          {t(
            {
              one: 'You must wait {count} day after this appeal ends before you can appeal this action again. This also applies if you withdraw it.',
              other:
                'You must wait {count} days after this appeal ends before you can appeal this action again. This also applies if you withdraw it.',
            },
            { count: promise.spacingDays },
          )}{' '}
          {hasDecider &&
            t('If you get an answer on the last day, you can appeal again from {day}.', { day: dayText(again) })}
        </li>
      )}
      <li>
        {t(
          {
            one: 'One action can be appealed once a year.',
            other: 'You can appeal one action {count} times a year.',
          },
          { count: promise.most },
        )}{' '}
        {left > 0 &&
          t(
            { one: 'After this one, you have one more.', other: 'After this one, you have {count} more.' },
            { count: left },
          )}
        {left === 0 &&
          again !== null &&
          hasDecider &&
          t('After this one, the next is possible from {day}.', { day: dayText(again) })}
      </li>
    </ul>
  )
}

/** The dates of an appeal that is filed now, and how many appeals of the action are left after it this year. */
function useAppealDates(item: Appealable, promise: AppealPromise) {
  const appeals = useOwnAppeals().data?.data ?? []
  const ofAction = appeals.filter(({ family, action }) => family === item.family && action === item.action)
  const now = new Date()
  const due = dueAt(now, promise)
  // The appeal to be filed, as if it were decided on the last promised day.
  const answered = {
    ...{ state: 'decided' as const, endedBy: 'decider' as const, issuerReduction: null },
    ...{ filedAt: now.toISOString(), endedAt: due.toISOString() },
  }
  const left = leftThisYear([...ofAction, answered], promise, now)
  const again = againFrom([...ofAction, answered], promise, due)
  return { due, left, again, ...escalationDates(now, promise) }
}

const dayText = (day: Date) => longDay(day.toISOString())
