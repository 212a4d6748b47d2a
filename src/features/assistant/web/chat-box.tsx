import { useEffect, useRef } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import { useMedia, useSite } from '#web/site-context.tsx'
import type { Said } from '../rules.ts'
import { Bubble } from './bubble.tsx'
import { QuestionForm } from './question-form.tsx'
import { useConversation } from './use-conversation.ts'
import { useFullScreen } from './use-full-screen.ts'

/** The chat with the assistant: the greeting and the form, and the conversation once there is one. */
export function ChatBox() {
  const media = useMedia()
  const { assistant } = useSite()
  const { messages, pending, chat, load, send, change, clear } = useConversation()
  const isBegun = messages.length > 1
  const isSending = pending !== null
  const { isFull, fillPhone, close } = useFullScreen()
  const box = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)

  // A disabled field loses the focus. A dialog keeps it inside meanwhile.
  useEffect(() => {
    if (wasSending.current !== isSending && (isFull || !isSending)) goOn(box.current)
    wasSending.current = isSending
  }, [isSending, isFull])

  // Somebody quick was there before this code came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (document.activeElement === fieldIn(box.current)) begin()
  }, [])

  // Also after a refresh.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it opens
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
    // Keeps its place on the page.
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

/** A person who asks goes on typing; where that would bring up a keyboard over the answer, they read it first. */
function goOn(box: HTMLElement | null): void {
  const field = fieldIn(box)
  const place = field?.disabled || window.matchMedia('(pointer: coarse)').matches ? box : field
  place?.focus({ preventScroll: true })
}

/** The conversation until its own code is there. */
function Plain({ messages }: { messages: readonly Said[] }) {
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
