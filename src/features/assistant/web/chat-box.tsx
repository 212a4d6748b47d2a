import ArrowUp from 'lucide-react/icons/arrow-up'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CallFailed } from '#web/call.ts'
import { useMedia, useSite } from '#web/site-context.tsx'
import { QUESTION_LENGTH, TROUBLE } from '../chat-rules.ts'
import type { Said } from '../rules.ts'
import { Bubble } from './bubble.tsx'
import { useFullScreen } from './use-full-screen.ts'

type Chat = typeof import('./chat.tsx')

/**
 * The chat: the assistant's greeting and the form, which are all that most visitors need. What answers is code of its
 * own, fetched when somebody turns to it.
 */
export function ChatBox() {
  const media = useMedia()
  const { assistant, links } = useSite()
  const [messages, setMessages] = useState<readonly Said[]>([{ type: 'bot', content: assistant.greeting }])
  const [draft, setDraft] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [chat, setChat] = useState<Chat | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)
  const { isFull, fillPhone, close } = useFullScreen()

  // A disabled field loses the focus. A dialog keeps it inside meanwhile.
  useEffect(() => {
    if (wasSending.current !== isSending && (isFull || !isSending)) goOn(box.current)
    wasSending.current = isSending
  }, [isSending, isFull])

  // Somebody quick was there before this code came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (document.activeElement === box.current?.querySelector('textarea')) use()
  }, [])

  // Also after a refresh.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it opens
  useEffect(() => {
    if (isFull) preload()
  }, [isFull])

  async function load(): Promise<Chat> {
    const loaded = await import('./chat.tsx')
    setChat(loaded)
    return loaded
  }

  function preload(): void {
    load().catch(() => undefined)
  }

  function use(): void {
    preload()
    fillPhone()
  }

  async function send(text: string): Promise<void> {
    const content = text.trim()
    if (content === '' || isSending) return
    const asked: Said[] = [...messages, { type: 'user', content }]
    setMessages(asked)
    setDraft('')
    setIsSending(true)
    fillPhone()
    try {
      const { ask } = await load()
      setMessages([...asked, await ask(asked)])
    } catch (error) {
      console.error(error)
      const citations = [
        { title: 'Rules site', href: links.rules },
        { title: 'Support portal', href: links.support },
      ]
      // Whoever asks too often is told by the server how long to wait.
      const answer = error instanceof CallFailed && error.status === 429 ? error.message : TROUBLE
      setMessages([...asked, { type: 'bot', content: answer, citations }])
    }
    setIsSending(false)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send(draft)
  }

  return (
    // Keeps its place on the page.
    <div className="h-[34rem] max-h-[85svh]">
      <div
        ref={box}
        tabIndex={-1}
        onPointerEnter={preload}
        className={`flex flex-col overflow-hidden bg-night ${isFull ? 'fixed inset-x-0 top-0 z-50 h-dvh' : 'h-full rounded-lg border border-haze shadow-lift'}`}
      >
        <div className="flex items-center gap-3 border-haze border-b bg-dusk px-5 py-3">
          <img src={media('/media/assistant.svg')} alt="" width="40" height="40" className="size-10" loading="lazy" />
          <p className="flex-1 font-bold font-sign text-lg leading-tight">
            {assistant.name}
            <span className="block font-normal font-sans text-paper-faint text-sm">Knows the rules by heart</span>
          </p>
          {isFull && chat && (
            <chat.FullScreen box={box} label={assistant.name} onClose={close} onClosed={() => goOn(box.current)} />
          )}
        </div>
        {chat ? <chat.Transcript messages={messages} isSending={isSending} /> : <Plain messages={messages} />}
        {messages.length === 1 && (
          <ul aria-label="Questions to try" className="flex flex-wrap gap-2 overflow-y-auto px-4 pb-3 sm:px-5">
            {assistant.examples.map((example) => (
              <li key={example}>
                <button
                  type="button"
                  onClick={() => void send(example)}
                  className="touch-target rounded-full border border-lagoon/45 px-3.5 py-1.5 text-left text-lagoon text-sm transition-colors hover:bg-lagoon/12"
                >
                  {example}
                </button>
              </li>
            ))}
          </ul>
        )}
        <form
          className="flex items-end gap-2 border-haze border-t bg-dusk p-3"
          onSubmit={(event) => {
            event.preventDefault()
            void send(draft)
          }}
        >
          <label htmlFor="assistant-question" className="sr-only">
            Your question about the rules
          </label>
          <textarea
            id="assistant-question"
            rows={1}
            maxLength={QUESTION_LENGTH}
            placeholder="Ask about a rule…"
            autoComplete="off"
            enterKeyHint="send"
            value={draft}
            disabled={isSending}
            onFocus={preload}
            // Not as the focus comes: the Tab key would go no further than this.
            onClick={use}
            onChange={(event) => {
              setDraft(event.target.value)
              use()
            }}
            onKeyDown={onKeyDown}
            className="field-sizing-content max-h-28 min-h-11 min-w-0 flex-1 resize-none rounded-md border border-paper-faint/60 bg-night/60 px-3.5 py-2.5 text-base text-paper leading-snug placeholder:text-paper-faint disabled:opacity-55"
          />
          <Button
            type="submit"
            look="primary"
            aria-label="Send"
            disabled={isSending || draft.trim() === ''}
            className="h-11! w-11 px-0!"
          >
            <ArrowUp aria-hidden="true" />
          </Button>
        </form>
      </div>
    </div>
  )
}

/** Whoever asked goes on typing; where that would bring up a keyboard over the answer, they read it first. */
function goOn(box: HTMLElement | null): void {
  const field = box?.querySelector('textarea')
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
