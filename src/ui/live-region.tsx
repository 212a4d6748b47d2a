import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'

type Tone = 'ok' | 'danger'
interface Message {
  text: string
  /** Without a tone it is only spoken. */
  tone?: Tone
}

const TOAST_MS = 4000
let current: Message | null = null
/** Where messages may appear, the innermost last: of those outside of an open dialog a screen reader hears nothing. */
const places: object[] = []
const listeners = new Set<() => void>()

function tellAll(): void {
  for (const listener of listeners) listener()
}

function say(message: Message | null): void {
  current = message
  tellAll()
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

const LOOKS = {
  page: 'pointer-events-none fixed inset-x-4 bottom-4 z-50 flex justify-center sm:inset-x-auto sm:right-6 sm:bottom-6',
  dialog: 'px-6 [&>p]:mb-4',
}

/** Where messages appear: once in the shell, and in each dialog while it is open. */
export function LiveRegion({ within = 'page' }: { within?: keyof typeof LOOKS }) {
  const [place] = useState<object>(() => ({}))
  useLayoutEffect(() => {
    places.push(place)
    tellAll()
    return () => {
      places.splice(places.indexOf(place), 1)
      tellAll()
    }
  }, [place])
  const message = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (places.at(-1) === place ? current : null),
    () => null,
  )

  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => say(null), TOAST_MS)
    return () => clearTimeout(timer)
  }, [message])

  return (
    <div role="status" className={LOOKS[within]}>
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
