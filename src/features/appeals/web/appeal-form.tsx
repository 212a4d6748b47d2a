import { useEffect, useId } from 'react'
import { dayOf, formatDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { useRecordForm } from '#web/use-record-form.ts'
import { type Appealable, AppealDraft, type AppealPromise } from '../contract.ts'
import { AppealedActionFacts, titleOf } from './appealed-action.tsx'
import { actionKey } from './own-appeal-note.tsx'
import { useAddAppeal } from './queries.ts'

interface AppealFormProps {
  item: Appealable
  /** Undefined until it is known. */
  promise: AppealPromise | undefined
  onDone(): void
  onClose(): void
}

/** Appeals one action. What is written stays in this tab until it was sent, also when the page is left. */
export function AppealForm({ item, promise, onDone, onClose }: AppealFormProps) {
  const headingId = useId()
  const adding = useAddAppeal()
  const { family, action, today } = item
  const place = `appeal ${actionKey(item)}`
  const draftOf = (written: { text: string }) => ({ family, action, ...written })
  const form = useRecordForm({
    initial: () => ({ text: keptText(place) }),
    record: null,
    draftOf,
    schema: AppealDraft,
    // The list that is read again closes this form, so that nobody would hear of it afterwards.
    save: async (written) => {
      await adding.mutateAsync(AppealDraft.parse(draftOf(written)))
      keepText(place, '')
      toast(t('Your appeal was sent.'))
      onDone()
    },
    onSaved: () => undefined,
  })
  const { text } = form.written
  useEffect(() => keepText(place, text), [place, text])
  return (
    <section aria-labelledby={headingId} className="rounded-md border border-sunset/60 bg-dusk p-5">
      <h2 id={headingId} className="mb-3 text-lg">
        {t('Appeal: {action}', { action: titleOf(today) })}
      </h2>
      <AppealedActionFacts action={today} />
      <form {...form.formProps} className="mt-4">
        {form.failure !== null && <ErrorNote message={form.failure} />}
        <TextAreaField
          label={t('What should be looked at again, and why?')}
          hint={t('The person who decides reads this. The person who gave you the action reads it too.')}
          rows={7}
          required
          {...form.control('text')}
        />
        {promise !== undefined && (
          <ul className="mt-3 list-disc space-y-1 pl-5 text-paper-dim text-sm">
            <li>{t('Somebody who had no part in the action decides.')}</li>
            <li>{t('You get an answer by {day}.', { day: dueDay(promise) })}</li>
            <li>
              {t(
                {
                  one: 'After it ended you can appeal again in {count} day.',
                  other: 'When it is closed, you can appeal again after {count} days.',
                },
                { count: promise.spacingDays },
              )}
            </li>
            <li>
              {t(
                {
                  one: 'One action can be appealed once a year.',
                  other: 'You can appeal one action {count} times a year.',
                },
                { count: promise.most },
              )}
            </li>
          </ul>
        )}
        <div className="mt-4 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" isPending={form.isPending}>
            {t('Send the appeal')}
          </Button>
        </div>
      </form>
    </section>
  )
}

const DAY = 86_400_000
const dueDay = ({ promiseDays }: AppealPromise) =>
  formatDay(dayOf(new Date(Date.now() + promiseDays * DAY).toISOString()))

function keptText(place: string): string {
  try {
    return window.sessionStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

/** Nothing is kept where the browser keeps nothing; signing out forgets it. */
function keepText(place: string, text: string): void {
  try {
    if (text === '') window.sessionStorage.removeItem(place)
    else window.sessionStorage.setItem(place, text)
  } catch {
    // What is on the page is still there.
  }
}
