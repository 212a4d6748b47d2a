import ArrowUp from 'lucide-react/icons/arrow-up'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { t } from '#lib/messages.ts'
import { normalizeText } from '#lib/normalize-text.ts'
import { Button } from '#ui/button.tsx'
import { QUESTION_LENGTH } from '../chat-rules.ts'

interface QuestionFormProps {
  isSending: boolean
  /** Called when the field gets the focus and is likely to be used. */
  onFocus(): void
  /** Called when the field is pressed or typed into. */
  onUse(): void
  /** Receives a question that is not empty. */
  onSend(question: string): void
}

export function QuestionForm({ isSending, onFocus, onUse, onSend }: QuestionFormProps) {
  const [draft, setDraft] = useState('')

  function send(event: FormEvent | KeyboardEvent): void {
    event.preventDefault()
    const question = normalizeText(draft)
    if (question === '' || isSending) return
    setDraft('')
    onSend(question)
  }

  return (
    <form className="flex items-end gap-2 border-haze border-t bg-dusk p-3" onSubmit={send}>
      <label htmlFor="assistant-question" className="sr-only">
        {t('Your question about the rules')}
      </label>
      <textarea
        id="assistant-question"
        rows={1}
        maxLength={QUESTION_LENGTH}
        placeholder={t('Ask about a rule…')}
        autoComplete="off"
        enterKeyHint="send"
        value={draft}
        disabled={isSending}
        onFocus={onFocus}
        // Not on focus: opening the dialog then would trap a user who only tabs through the page.
        onClick={onUse}
        onChange={(event) => {
          setDraft(event.target.value)
          onUse()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
        }}
        className="field-sizing-content max-h-28 min-h-11 min-w-0 flex-1 resize-none rounded-md border border-paper-faint/60 bg-night/60 px-3.5 py-2.5 text-base text-paper leading-snug placeholder:text-paper-faint disabled:opacity-55"
      />
      <Button
        type="submit"
        look="primary"
        aria-label={t('Send')}
        disabled={isSending || normalizeText(draft) === ''}
        className="h-11! w-11 px-0!"
      >
        <ArrowUp aria-hidden="true" />
      </Button>
    </form>
  )
}
