import { Fragment, useEffect, useRef } from 'react'
import { call } from '#web/call.ts'
import { MESSAGES_KEPT, NO_RESPONSE } from '../chat-rules.ts'
import { type Citation, chat } from '../contract.ts'
import type { Said } from '../rules.ts'
import { Bubble } from './bubble.tsx'

export { FullScreen } from './full-screen.tsx'

/** Sends the conversation and gives what the assistant says. Throws `CallFailed`. */
export async function ask(messages: readonly Said[]): Promise<Said> {
  const chatMessages = messages.slice(-MESSAGES_KEPT).map(({ type, content }) => ({ type, content }))
  const { text, ...more } = await call(chat, { body: { chatMessages } })
  return { type: 'bot', content: text.trim() === '' ? NO_RESPONSE : text, ...more }
}

/** The conversation: scrolls to its newest message and says it to screen readers. */
export function Transcript({ messages, isSending }: { messages: readonly Said[]; isSending: boolean }) {
  const area = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: these two are what makes a new message
  useEffect(() => {
    const newest = area.current?.lastElementChild
    // A long answer is read from its beginning.
    if (newest instanceof HTMLElement) area.current?.scrollTo({ top: newest.offsetTop - 16 })
  }, [messages.length, isSending])

  return (
    <div
      ref={area}
      role="log"
      aria-label="Conversation"
      aria-busy={isSending}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
      tabIndex={0}
      className="relative flex-1 space-y-3 overflow-y-auto overscroll-contain scroll-smooth p-4 focus-visible:-outline-offset-2 motion-reduce:scroll-auto sm:p-5"
    >
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
        <div key={at} className="animate-appear">
          <Message {...message} />
        </div>
      ))}
      {isSending && (
        <div className="animate-appear">
          <Bubble from="bot">
            <span className="sr-only">is typing</span>
            <span aria-hidden="true" data-typing="" className="flex h-6 items-center gap-1.5">
              {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
                <span key={delay} className={`size-2 animate-blink rounded-full bg-paper-dim ${delay}`} />
              ))}
            </span>
          </Bubble>
        </div>
      )}
    </div>
  )
}

function Message({ type, content, isGif, alt, citations = [] }: Said) {
  if (type === 'user') return <Bubble from="user">{content}</Bubble>
  if (isGif) {
    return (
      <picture>
        {/* Our pictures stand still at this anchor; a browser does not tell a picture what its reader wishes. */}
        <source media="(prefers-reduced-motion: reduce)" srcSet={`${content}#still`} />
        <img
          src={content}
          alt={alt ?? ''}
          width="288"
          height="192"
          className="aspect-3/2 w-72 max-w-full rounded-lg rounded-bl-[3px] border border-haze bg-dusk"
        />
      </picture>
    )
  }
  const isNumbered = content.includes('[1]')
  return (
    <>
      <Bubble from="bot">
        {content.split(/\n{2,}/).map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a message never change
          <Paragraph key={at} text={paragraph} citations={citations} />
        ))}
      </Bubble>
      {citations.length > 0 && (
        <ul aria-label="Sources" className="mt-2 flex max-w-[min(92%,36rem)] flex-wrap gap-2">
          {citations.map(({ title, href }, at) => (
            <li key={href}>
              <a
                href={href}
                target="_blank"
                rel="noopener"
                className="touch-target inline-flex items-center gap-2 rounded-full border border-haze bg-haze/40 px-3.5 py-1 text-paper-dim text-sm transition-colors hover:border-lagoon/60 hover:text-paper has-[[data-number]]:pl-1"
              >
                {isNumbered && (
                  <span
                    data-number=""
                    className="grid size-6 shrink-0 place-items-center rounded-full bg-lagoon/15 font-bold font-sign text-lagoon text-xs tabular-nums"
                  >
                    {at + 1}
                  </span>
                )}
                {title}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A quotation stands under the name of its rule. */
function Paragraph({ text, citations }: { text: string; citations: readonly Citation[] }) {
  const named = citations.find(({ title }) => text.startsWith(`${title}\n`))
  return (
    <p>
      {named && <strong className="font-bold font-sign text-amber">{`${named.title}\n`}</strong>}
      <Marked text={named ? text.slice(named.title.length + 1) : text} citations={citations} />
    </p>
  )
}

/** Text as it is, with each [1] that names a source made its link. Nothing else in it is markup. */
function Marked({ text, citations }: { text: string; citations: readonly Citation[] }) {
  return text.split(/(\[\d+\])/).map((part, at) => {
    const citation = /^\[\d+\]$/.test(part) ? citations[Number(part.slice(1, -1)) - 1] : undefined
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change
    if (citation === undefined) return <Fragment key={at}>{part}</Fragment>
    return (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change
        key={at}
        href={citation.href}
        target="_blank"
        rel="noopener"
        aria-label={`Source: ${citation.title} (opens in a new tab)`}
        className="rounded-sm px-0.5 align-super font-bold text-[0.7em] text-lagoon no-underline hover:underline"
      >
        {part}
      </a>
    )
  })
}
