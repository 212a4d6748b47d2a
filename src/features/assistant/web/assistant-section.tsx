import ArrowUp from 'lucide-react/icons/arrow-up'
import BookOpen from 'lucide-react/icons/book-open'
import { type ComponentType, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CallFailed } from '#web/call.ts'
import { useMedia, useSite } from '#web/site-context.tsx'
import { BETA_VERSION, QUESTION_LENGTH, TROUBLE } from '../chat-rules.ts'
import type { Said } from '../rules.ts'
import { Bubble } from './bubble.tsx'

/** What `chat.tsx` brings. */
interface Chat {
  ask(messages: readonly Said[]): Promise<Said>
  Transcript: ComponentType<{ messages: readonly Said[]; isSending: boolean }>
}
const BetaPopup = lazy(() => import('./beta-popup.tsx').then((module) => ({ default: module.BetaPopup })))

/**
 * 'Confused on the rules?': the assistant's greeting and the form, which are all that most visitors need. What answers
 * is code of its own, fetched when somebody turns to it.
 */
export function AssistantSection() {
  const media = useMedia()
  const { assistant, links } = useSite()
  const [messages, setMessages] = useState<readonly Said[]>([{ type: 'bot', content: assistant.greeting }])
  const [draft, setDraft] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [chat, setChat] = useState<Chat | null>(null)
  const [showsBeta, setShowsBeta] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const wasSending = useRef(false)

  // A disabled field loses the focus; whoever asked goes on typing.
  useEffect(() => {
    if (wasSending.current && !isSending) input.current?.focus({ preventScroll: true })
    wasSending.current = isSending
  }, [isSending])

  async function load(): Promise<Chat> {
    const { ask, Transcript } = await import('./chat.tsx')
    const loaded = { ask, Transcript }
    setChat(loaded)
    return loaded
  }

  async function send(text: string): Promise<void> {
    const content = text.trim()
    if (content === '' || isSending) return
    const asked: Said[] = [...messages, { type: 'user', content }]
    setMessages(asked)
    setDraft('')
    setIsSending(true)
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
    <section aria-labelledby="assistant-heading" className="mx-auto max-w-[90rem] px-6 py-20 lg:px-10 lg:py-28">
      <div className="grid items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] lg:gap-16">
        <div>
          <img
            src={media('/media/assistant.svg')}
            alt=""
            width="144"
            height="144"
            loading="lazy"
            className="mb-8 hidden size-36 rounded-full shadow-lift ring-4 ring-haze lg:block"
          />
          <p className="eyebrow text-amber">Rules assistant</p>
          <h2 id="assistant-heading" className="mt-4 text-4xl sm:text-5xl">
            Confused on the rules?
          </h2>
          <p className="mt-5 max-w-[46ch] text-lg text-paper-dim leading-relaxed">
            Ask {assistant.name} in your own words. Every answer names the rule that it comes from, so you can read the
            whole of it yourself.
          </p>
          <div className="mt-8">
            <ButtonLink to="/rules" size="lg" reloadDocument>
              <BookOpen aria-hidden="true" />
              Read the rules
            </ButtonLink>
          </div>
        </div>
        <div className="min-w-0">
          <div
            onPointerEnter={() => void load().catch(() => undefined)}
            className="flex h-[34rem] max-h-[85svh] flex-col overflow-hidden rounded-lg border border-haze bg-night shadow-lift"
          >
            <div className="flex items-center gap-3 border-haze border-b bg-dusk px-5 py-3">
              <img
                src={media('/media/assistant.svg')}
                alt=""
                width="40"
                height="40"
                className="size-10"
                loading="lazy"
              />
              <p className="font-bold font-sign text-lg leading-tight">
                {assistant.name}
                <span className="block font-normal font-sans text-paper-faint text-sm">Knows the rules by heart</span>
              </p>
            </div>
            {chat ? <chat.Transcript messages={messages} isSending={isSending} /> : <Plain messages={messages} />}
            {messages.length === 1 && (
              <ul aria-label="Questions to try" className="flex flex-wrap gap-2 px-4 pb-3 sm:px-5">
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
                ref={input}
                id="assistant-question"
                rows={1}
                maxLength={QUESTION_LENGTH}
                placeholder="Ask about a rule…"
                autoComplete="off"
                value={draft}
                disabled={isSending}
                onFocus={() => void load().catch(() => undefined)}
                onChange={(event) => setDraft(event.target.value)}
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
          <p className="mt-3 px-1 text-paper-faint text-sm">
            {assistant.name} is in{' '}
            <button type="button" onClick={() => setShowsBeta(true)} className="inline-link">
              beta ({BETA_VERSION})
            </button>{' '}
            and can be inaccurate.
          </p>
        </div>
      </div>
      {showsBeta && (
        <Suspense>
          <BetaPopup onClose={() => setShowsBeta(false)} />
        </Suspense>
      )}
    </section>
  )
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
