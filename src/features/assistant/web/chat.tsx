import { Suspense, useEffect, useRef } from 'react'
import { t } from '#lib/messages.ts'
import { toast } from '#ui/live-region.tsx'
import { lazyExtra } from '#web/lazy-extra.ts'
import { useOverlay } from '#web/use-overlay.ts'
import type { Said, ShownQuote } from '../rules.ts'
import { AnswerActions } from './answer-actions.tsx'
import { Bubble } from './bubble.tsx'
import { Message, Quote } from './message.tsx'

export { ask, keep, restore } from './conversation.ts'
export { FullScreen } from './full-screen.tsx'

const RuleDialog = lazyExtra(() => import('./rule-dialog.tsx').then((module) => module.RuleDialog))

interface TranscriptProps {
  messages: readonly Said[]
  /** What is found for the next answer; null while nothing was asked. */
  pending: readonly ShownQuote[] | null
  /** Another version of the message at that place. */
  onChange(at: number, said: Said): void
}

/** The conversation: scrolls to its newest message and says it to screen readers. */
export function Transcript({ messages, pending, onChange }: TranscriptProps) {
  const area = useRef<HTMLDivElement>(null)
  const wasStreaming = useRef(false)
  const rule = useOverlay('rule')
  const isSending = pending !== null
  const isStreaming = pending !== null && pending.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what makes a new message
  useEffect(() => {
    const newest = area.current?.lastElementChild
    // A long answer is read from its beginning, and one that is being read already stays where it is.
    if (newest instanceof HTMLElement && !wasStreaming.current) area.current?.scrollTo({ top: newest.offsetTop - 16 })
    wasStreaming.current = isStreaming
  }, [messages.length, isSending, isStreaming])

  // Anyone who got an answer is likely to read the rule.
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        tabIndex={0}
        className="relative flex-1 space-y-3 overflow-y-auto overscroll-contain scroll-smooth p-4 focus-visible:-outline-offset-2 motion-reduce:scroll-auto sm:p-5"
      >
        {messages.map((said, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
          <div key={at} className={said.type === 'user' ? 'animate-appear' : ''}>
            <Message said={said} onRule={openRule} />
            {said.type === 'bot' && (
              <AnswerActions before={messages.slice(0, at)} answer={said} onChange={(next) => onChange(at, next)} />
            )}
          </div>
        ))}
        {isSending && (
          // Screen readers wait for the whole answer: they would read each piece, and then all of it once more.
          <div
            key={isStreaming ? 'written' : 'typing'}
            aria-hidden={isStreaming || undefined}
            className="animate-appear"
          >
            <Bubble from="bot">
              {isStreaming ? (
                pending.map((shown, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: quotes are only ever added at the end
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
