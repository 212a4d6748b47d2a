import { useEffect, useSyncExternalStore } from 'react'

type Tone = 'ok' | 'danger'
interface Message {
  text: string
  /** Without a tone it is only spoken. */
  tone?: Tone
}

const TOAST_MS = 4000
let current: Message | null = null
const listeners = new Set<() => void>()

function say(message: Message | null) {
  current = message
  for (const listener of listeners) listener()
}

/** Speaks a short message to screen readers: a copy, a save, a change of results. */
export function announce(text: string): void {
  say({ text })
}

/** Shows a short message at the foot of the page and speaks it. */
export function toast(text: string, tone: Tone = 'ok'): void {
  say({ text, tone })
}

const TONES: Record<Tone, string> = { ok: 'border-l-ok', danger: 'border-l-danger' }

/** Where messages appear. It stands once, in the shell. */
export function LiveRegion() {
  const message = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => null,
  )

  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => say(null), TOAST_MS)
    return () => clearTimeout(timer)
  }, [message])

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex justify-center sm:inset-x-auto sm:right-6 sm:bottom-6"
    >
      {message?.tone === undefined ? (
        <span className="sr-only">{message?.text}</span>
      ) : (
        <p
          className={`animate-rise rounded-md border border-haze border-l-4 bg-dusk px-4 py-3 text-paper text-sm shadow-lift ${TONES[message.tone]}`}
        >
          {message.text}
        </p>
      )}
    </div>
  )
}
