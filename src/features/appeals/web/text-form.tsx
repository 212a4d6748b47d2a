import { useEffect, useId } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { LinkedText } from '#ui/linked-text.tsx'
import { toast } from '#ui/live-region.tsx'
import { readTabText, writeTabText } from '#web/tab-text.ts'
import { useRecordForm } from '#web/use-record-form.ts'
import { AppealText } from '../contract.ts'
import { UnsentText } from './unsent-text.tsx'

interface TextFormProps {
  label: string
  /** Says who can read the text. */
  hint: string
  action: string
  /** The confirmation after sending. */
  sent: string
  /** The key under which this tab keeps the text until it is sent. */
  place: string
  /** Why nothing can be sent any more, as a sentence. Null while sending is possible. */
  closed: string | null
  send(text: string): Promise<unknown>
}

/**
 * A form for one text. The text stays when sending fails, when the page is left, and when nothing can be sent any more.
 */
export function TextForm({ label, hint, action, sent, place, closed, send }: TextFormProps) {
  const formId = useId()
  const form = useRecordForm({
    initial: () => ({ text: readTabText(place) }),
    record: null,
    draftOf: (written) => written,
    schema: AppealText,
    // Confirm here: reloading may remove this form, and then `onSaved` does not run.
    save: async (written) => {
      await send(AppealText.parse(written).text)
      writeTabText(place, '')
      toast(sent)
    },
    onSaved: () => form.reset(),
  })
  const { text } = form.written
  useEffect(() => writeTabText(place, text), [place, text])
  if (closed !== null && !form.isPending) {
    if (text.trim() === '') return null
    return <UnsentText why={closed} text={text} onDiscard={() => form.write({ text: '' })} />
  }
  return (
    <form id={formId} {...form.formProps} className="mt-3">
      {form.failure !== null && (
        <div className="mb-3">
          <ErrorNote message={form.failure} />
        </div>
      )}
      <TextAreaField label={label} hint={hint} rows={3} required {...form.control('text')} />
      <div className="mt-2 flex justify-end">
        <Button size="sm" type="submit" isPending={form.isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}

interface WrittenTextProps {
  by: string
  /** Null when the time does not matter. */
  at: string | null
  text: string
  isOwn?: boolean
}

/** A text with its author and time. */
export function WrittenText({ by, at, text, isOwn = false }: WrittenTextProps) {
  return (
    <li className={`rounded-sm border border-haze px-3 py-2 text-sm ${isOwn ? 'bg-haze/40' : 'bg-night/50'}`}>
      <p className="text-paper-faint text-xs">{at === null ? by : t('{by}, {moment}', { by, moment: at })}</p>
      <p className="mt-1 whitespace-pre-wrap break-words text-paper">
        <LinkedText text={text} />
      </p>
    </li>
  )
}
