import { Suspense, useEffect, useRef } from 'react'
import { t } from '#lib/messages.ts'
import { toast } from '#ui/live-region.tsx'
import { lazyExtra } from '#web/lazy-extra.ts'
import { useOverlay } from '#web/use-overlay.ts'
import type { ConversationMessage, ShownQuote } from '../rules.ts'
import { AnswerActions } from './answer-actions.tsx'
import { Bubble } from './bubble.tsx'
import { Message, Quote } from './message.tsx'

export { ask, keep, restore } from './conversation.ts'
export { FullScreen } from './full-screen.tsx'

const RuleDialog = lazyExtra(() => import('./rule-dialog.tsx').then((module) => module.RuleDialog))

interface TranscriptProps {
  messages: readonly ConversationMessage[]
  /** The quotes found so far for the next answer. Null when no question is being answered. */
  pending: readonly ShownQuote[] | null
  /** Replaces the message at this index. */
  onChange(at: number, message: ConversationMessage): void
}

/** The conversation. It scrolls to the newest message and announces it to screen readers. */
export function Transcript({ messages, pending, onChange }: TranscriptProps) {
  const area = useRef<HTMLDivElement>(null)
  const wasStreaming = useRef(false)
  const rule = useOverlay('rule')
  const isSending = pending !== null
  const isStreaming = pending !== null && pending.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: these values change with each new message
  useEffect(() => {
    const newest = area.current?.lastElementChild
    // Scroll to the beginning of a long answer. An answer that was already being read while it was written stays in
    // place.
    if (newest instanceof HTMLElement && !wasStreaming.current) area.current?.scrollTo({ top: newest.offsetTop - 16 })
    wasStreaming.current = isStreaming
  }, [messages.length, isSending, isStreaming])

  // A user who got an answer is likely to open the rule, so its dialog is loaded in advance.
  const hasAnswer = messages.length > 1 && !isSending
  useEffect(() => {
    if (hasAnswer) RuleDialog.fetch().catch(() => undefined)
  }, [hasAnswer])

  function openRule(href: string): void {
    RuleDialog.fetch().then(
      () => rule.open(href),
      () => toast(t('That rule could not be loaded. Try again in a moment.'), 'danger'),
    )
  }

  return (
    <>
      <div
        ref={area}
        role="log"
        aria-label={t('Conversation')}
        aria-busy={isSending}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="relative flex-1 space-y-3 overflow-y-auto overscroll-contain scroll-smooth p-4 focus-visible:-outline-offset-2 motion-reduce:scroll-auto sm:p-5"
      >
        {messages.map((message, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end
          <div key={at} className={message.type === 'user' ? 'animate-appear' : ''}>
            <Message message={message} onRule={openRule} />
            {message.type === 'bot' && (
              <AnswerActions before={messages.slice(0, at)} answer={message} onChange={(next) => onChange(at, next)} />
            )}
          </div>
        ))}
        {isSending && (
          // Hidden from screen readers, which would otherwise read each piece and then the whole answer again.
          <div
            key={isStreaming ? 'written' : 'typing'}
            aria-hidden={isStreaming || undefined}
            className="animate-appear"
          >
            <Bubble from="bot">
              {isStreaming ? (
                pending.map((shown, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: quotes are only added at the end
                  <Quote key={at} shown={shown} />
                ))
              ) : (
                <span className="sr-only">{t('is typing')}</span>
              )}
              <Dots />
            </Bubble>
          </div>
        )}
      </div>
      {rule.value !== null && (
        <Suspense>
          <RuleDialog href={rule.value} onClose={rule.close} />
        </Suspense>
      )}
    </>
  )
}

function Dots() {
  return (
    <span aria-hidden="true" data-typing="" className="flex h-6 items-center gap-1.5">
      {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
        <span key={delay} className={`size-2 animate-blink rounded-full bg-paper-dim ${delay}`} />
      ))}
    </span>
  )
}
