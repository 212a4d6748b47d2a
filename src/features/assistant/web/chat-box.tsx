import { useEffect, useRef } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import { useMedia, useSite } from '#web/site-context.tsx'
import type { ConversationMessage } from '../rules.ts'
import { Bubble } from './bubble.tsx'
import { QuestionForm } from './question-form.tsx'
import { useConversation } from './use-conversation.ts'
import { useFullScreen } from './use-full-screen.ts'

/**
 * The chat with the assistant: the greeting, the form, and the conversation. Over 60 lines because its effects and
 * handlers move the focus to the field or to the box, and because every visitor of the home page downloads it.
 */
export function ChatBox() {
  const media = useMedia()
  const { assistant } = useSite()
  const { messages, pending, chat, load, send, change, clear } = useConversation()
  const isBegun = messages.length > 1
  const isSending = pending !== null
  const { isFull, fillPhone, close } = useFullScreen()
  const box = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)

  // A disabled field loses the focus. While the chat is a dialog, the focus must stay inside it.
  useEffect(() => {
    if (wasSending.current !== isSending && (isFull || !isSending)) goOn(box.current)
    wasSending.current = isSending
  }, [isSending, isFull])

  // The user may have focused the field before this code loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (document.activeElement === fieldIn(box.current)) begin()
  }, [])

  // Also runs when the page is reloaded in full screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when full screen opens
  useEffect(() => {
    if (isFull) load()
  }, [isFull])

  function begin(): void {
    load()
    fillPhone()
  }

  function ask(question: string): void {
    fillPhone()
    void send(question)
  }

  function clearAll(): void {
    clear()
    announce(t('The conversation was cleared.'))
    goOn(box.current)
  }

  return (
    // Keeps the chat's place on the page while it is in full screen.
    <div className="h-[34rem] max-h-[85svh]">
      <div
        ref={box}
        tabIndex={-1}
        onPointerEnter={load}
        className={`flex flex-col overflow-hidden bg-night ${isFull ? 'fixed inset-x-0 top-0 z-50 h-dvh' : 'h-full rounded-lg border border-haze shadow-lift'}`}
      >
        <div className="flex items-center gap-x-3 border-haze border-b bg-dusk px-3 py-3 sm:px-5">
          <img
            src={media('/media/assistant.svg')}
            alt=""
            width="40"
            height="40"
            className="size-10 max-sm:hidden"
            loading="lazy"
          />
          <p className="min-w-0 flex-1 font-bold font-sign text-lg leading-tight">
            {assistant.name}
            <span className="block font-normal font-sans text-paper-faint text-sm">
              {t('Knows the rules by heart')}
            </span>
          </p>
          {isBegun && (
            <Button size="sm" look="ghost" onClick={clearAll}>
              {t('Clear conversation')}
            </Button>
          )}
          {isFull && chat && (
            <chat.FullScreen box={box} label={assistant.name} onClose={close} onClosed={() => goOn(box.current)} />
          )}
        </div>
        {chat ? (
          <chat.Transcript messages={messages} pending={pending} onChange={change} />
        ) : (
          <Plain messages={messages} />
        )}
        {!isBegun && <Examples examples={assistant.examples} onAsk={ask} />}
        <QuestionForm isSending={isSending} onFocus={load} onUse={begin} onSend={ask} />
      </div>
    </div>
  )
}

const fieldIn = (box: HTMLElement | null) => box?.querySelector<HTMLTextAreaElement>('form textarea')

/**
 * Focuses the field so that the user can go on typing. On a touch screen, where that would open the keyboard over the
 * answer, or while the field is disabled, it focuses the box.
 */
function goOn(box: HTMLElement | null): void {
  const field = fieldIn(box)
  const place = field?.disabled || window.matchMedia('(pointer: coarse)').matches ? box : field
  place?.focus({ preventScroll: true })
}

/** Shows the conversation until the chat code has loaded. */
function Plain({ messages }: { messages: readonly ConversationMessage[] }) {
  return (
    <div className="flex-1 space-y-3 overflow-y-auto p-4 sm:p-5">
      {messages.map(({ type, content }) => (
        <Bubble key={type + content} from={type}>
          {content}
        </Bubble>
      ))}
    </div>
  )
}

function Examples({ examples, onAsk }: { examples: readonly string[]; onAsk(question: string): void }) {
  return (
    <ul aria-label={t('Questions to try')} className="flex flex-wrap gap-2 overflow-y-auto px-4 pb-3 sm:px-5">
      {examples.map((example) => (
        <li key={example}>
          <button
            type="button"
            onClick={() => onAsk(example)}
            className="touch-target rounded-full border border-lagoon/45 px-3.5 py-1.5 text-left text-lagoon text-sm transition-colors hover:bg-lagoon/12"
          >
            {example}
          </button>
        </li>
      ))}
    </ul>
  )
}
