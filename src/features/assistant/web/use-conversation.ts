import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#lib/messages.ts'
import { useSite } from '#web/site-context.tsx'
import { useOnTabStorageCleared } from '#web/tab-storage.ts'
import { readTabText, writeTabText } from '#web/tab-text.ts'
import { CONVERSATION_KEY, FAILURE_MESSAGE } from '../chat-rules.ts'
import type { ConversationMessage, ShownQuote } from '../rules.ts'

type Chat = typeof import('./chat.tsx')

/**
 * The conversation of this tab, which survives page changes. The code that asks and answers is loaded when the user
 * turns to the assistant.
 */
export function useConversation() {
  const { assistant, links } = useSite()
  const greeting: ConversationMessage = { type: 'bot', content: assistant.greeting }
  const [messages, setMessages] = useState<readonly ConversationMessage[]>([greeting])
  /** The quotes found so far for the next answer. Null when no question is being answered. */
  const [pending, setPending] = useState<readonly ShownQuote[] | null>(null)
  const [chat, setChat] = useState<Chat | null>(null)
  /** Aborts the answer that is being waited for. */
  const waiting = useRef<AbortController>(null)
  const add = (message: ConversationMessage) => setMessages((now) => [...now, message])

  async function load(): Promise<Chat> {
    const { ask, keep, restore, FullScreen, Transcript } = await import('./chat.tsx')
    const loaded = { ask, keep, restore, FullScreen, Transcript }
    setChat(loaded)
    return loaded
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    if (readTabText(CONVERSATION_KEY) === '') return
    load().then(({ restore }) => {
      const kept = restore()
      if (kept !== null) setMessages((now) => (now.length > 1 ? now : kept))
    }, console.error)
  }, [])

  useEffect(() => {
    if (pending === null && messages.length > 1) chat?.keep(messages)
  }, [chat, messages, pending])

  // Abort the answer when the page is left. Otherwise a question on the next page would have to wait for it.
  useEffect(() => () => waiting.current?.abort(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the greeting stays the same
  const clear = useCallback((): void => {
    waiting.current?.abort()
    setMessages([greeting])
    setPending(null)
    writeTabText(CONVERSATION_KEY, '')
  }, [])
  useOnTabStorageCleared(clear)

  return {
    messages,
    pending,
    chat,
    load: (): void => {
      load().catch(() => undefined)
    },
    clear,
    change: (at: number, message: ConversationMessage): void => setMessages((now) => now.with(at, message)),
    send: async (content: string): Promise<void> => {
      const question: ConversationMessage = { type: 'user', content }
      const left = new AbortController()
      const { signal } = left
      waiting.current = left
      add(question)
      setPending([])
      try {
        const { ask } = await load()
        const addQuote = (quote: ShownQuote) => setPending((quotes) => quotes && [...quotes, quote])
        const message = await ask([...messages, question], links, addQuote, signal)
        // The conversation was cleared, or the page was left.
        if (signal.aborted) return
        add(message)
      } catch (error) {
        // The chat code itself could not be loaded.
        console.error(error)
        if (signal.aborted) return
        add({ type: 'bot', content: t(FAILURE_MESSAGE), kind: 'failure' })
      }
      setPending(null)
    },
  }
}
