import { useEffect, useState } from 'react'
import { useSite } from '#web/site-context.tsx'
import { KEPT_AS, TROUBLE } from '../chat-rules.ts'
import type { Said, ShownClaim } from '../rules.ts'

type Chat = typeof import('./chat.tsx')

/**
 * The conversation of this tab, which goes along from page to page. What asks and answers is code of its own, fetched
 * when somebody turns to the assistant.
 */
export function useConversation() {
  const { assistant, links } = useSite()
  const [messages, setMessages] = useState<readonly Said[]>([{ type: 'bot', content: assistant.greeting }])
  /** What is written of the next answer; null while nothing was asked. */
  const [pending, setPending] = useState<readonly ShownClaim[] | null>(null)
  const [chat, setChat] = useState<Chat | null>(null)
  const [left] = useState(() => new AbortController())
  const add = (said: Said) => setMessages((now) => [...now, said])

  async function load(): Promise<Chat> {
    const { ask, keep, restore, FullScreen, Transcript } = await import('./chat.tsx')
    const loaded = { ask, keep, restore, FullScreen, Transcript }
    setChat(loaded)
    return loaded
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isKept()) return
    load().then(({ restore }) => {
      const kept = restore()
      if (kept !== null) setMessages((now) => (now.length > 1 ? now : kept))
    }, console.error)
  }, [])

  useEffect(() => {
    if (pending === null && messages.length > 1) chat?.keep(messages)
  }, [chat, messages, pending])

  // Nobody waits on another page: whoever asks again there is not to wait for an answer to this.
  useEffect(() => () => left.abort(), [left])

  return {
    messages,
    pending,
    chat,
    load: (): void => {
      load().catch(() => undefined)
    },
    change: (at: number, said: Said): void => setMessages((now) => now.with(at, said)),
    send: async (content: string): Promise<void> => {
      const question: Said = { type: 'user', content }
      add(question)
      setPending([])
      try {
        const { ask } = await load()
        const addClaim = (claim: ShownClaim) => setPending((claims) => [...(claims ?? []), claim])
        add(await ask([...messages, question], links, addClaim, left.signal))
      } catch (error) {
        // Not even what asks could be fetched.
        console.error(error)
        add({ type: 'bot', content: TROUBLE, kind: 'failure' })
      }
      setPending(null)
    },
  }
}

function isKept(): boolean {
  try {
    return window.sessionStorage.getItem(KEPT_AS) !== null
  } catch {
    // A browser may keep nothing for anybody.
    return false
  }
}
