import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#lib/messages.ts'
import { UNDO_MS } from '#lib/undo.ts'
import { Button } from './button.tsx'

type Tone = 'ok' | 'danger'
export interface ToastAction {
  label: string
  onAction(): void
  /** The shortcut of the newest action: its value for `aria-keyshortcuts`, and how it is drawn. */
  shortcuts: string
  keys: ReactNode
  /** Listens for the shortcut. Returns a function that stops it. `isInFront`: no dialog has opened since. */
  onKeys(take: () => void, isInFront: () => boolean): () => void
}
interface Message {
  key: number
  text: string
  /** A message without a tone is only announced to screen readers, not shown. */
  tone?: Tone
  action?: ToastAction
  /** The live region that announces the message. */
  place: object | undefined
}

const TOAST_MS = 4000
/** More toasts would cover the page. An older one shows when a newer one is gone. */
const MAX_SHOWN = 3
const NONE: readonly Message[] = []
let messages = NONE
let lastKey = 0
/** The mounted live regions, the innermost last. A screen reader ignores regions outside of an open dialog. */
const regions: object[] = []
const listeners = new Set<() => void>()
/** The keys of messages that contain the focus or the pointer. */
const messagesInUse = new Set<number>()

function show(next: readonly Message[]): void {
  messages = next
  for (const listener of listeners) listener()
}

function remove(key: number): void {
  show(messages.filter((message) => message.key !== key))
}

function expire(key: number): void {
  if (messagesInUse.has(key) && messages.some((message) => message.key === key)) setTimeout(expire, TOAST_MS, key)
  else remove(key)
}

function addMessage(message: Omit<Message, 'key' | 'place'>): number {
  lastKey += 1
  const key = lastKey
  // A new message replaces the others, but messages with an action stay for their full time.
  const kept = messages.filter(({ action }) => action !== undefined)
  show([...kept, { ...message, key, place: regions.at(-1) }])
  setTimeout(expire, message.action ? UNDO_MS : TOAST_MS, key)
  return key
}

/** Announces a short message to screen readers: a copy, a save, a change of results. */
export function announce(text: string): void {
  addMessage({ text })
}

/**
 * Shows a short message at the bottom of the page and announces it. A message with an action stays as long as the
 * action can be undone, and longer while it contains the focus or the pointer. Returns a function that removes it
 * earlier.
 */
export function toast(text: string, tone: Tone = 'ok', action?: ToastAction): () => void {
  const key = addMessage({ text, tone, action })
  return () => remove(key)
}

/** Says that the browser denied access to the clipboard. */
export function toastCopyRefused(): void {
  toast(t('The browser did not allow copying.'), 'danger')
}

/** A region that announces messages: one in the shell, which also shows the toasts, and one in each open dialog. */
export function LiveRegion({ within = 'page' }: { within?: 'page' | 'dialog' }) {
  const [place] = useState<object>(() => ({}))
  useLayoutEffect(() => {
    regions.push(place)
    return () => {
      regions.splice(regions.indexOf(place), 1)
      const around = regions.at(-1)
      // Without any live region left, drop all messages.
      if (around === undefined) show(NONE)
      // A message of a dialog that closed at once is announced by the region around it.
      else if (messages.some((message) => message.place === place)) {
        show(messages.map((message) => (message.place === place ? { ...message, place: around } : message)))
      }
    }
  }, [place])
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => messages,
    () => NONE,
  )
  const spoken = all.filter((message) => message.place === place && (within === 'dialog' || message.tone === undefined))

  return (
    <div role="status">
      {spoken.map(({ key, text }) => (
        <span key={key} className="sr-only">
          {text}
        </span>
      ))}
      {within === 'page' && <Toasts messages={all} place={place} />}
    </div>
  )
}

const TONES: Record<Tone, string> = { ok: 'border-l-ok', danger: 'border-l-danger' }

/** Shows the toasts above everything, including dialogs, and never inside a dialog. */
function Toasts({ messages: all, place }: { messages: readonly Message[]; place: object }) {
  const ref = useRef<HTMLDivElement>(null)
  const shown = all.filter(({ tone }) => tone !== undefined)
  const newest = shown.at(-1)?.key
  const newestWithAction = shown.findLast(({ action }) => action !== undefined)
  const cameFrom = useRef<EventTarget>(null)

  function take({ key, action }: Message): void {
    if (ref.current?.contains(document.activeElement) && cameFrom.current instanceof HTMLElement)
      cameFrom.current.focus()
    messagesInUse.delete(key)
    remove(key)
    action?.onAction()
  }

  useEffect(() =>
    newestWithAction?.action?.onKeys(
      () => take(newestWithAction),
      () => newestWithAction.place === regions.at(-1),
    ),
  )

  useEffect(() => {
    const layer = ref.current
    if (layer === null || !('showPopover' in layer)) return
    // Reopen the layer for each toast: a menu that has opened since would cover it.
    layer.hidePopover()
    if (newest !== undefined) layer.showPopover()
  }, [newest])

  return (
    <div
      ref={ref}
      popover="manual"
      className="pointer-events-none fixed inset-x-4 top-auto bottom-4 z-50 m-0 w-auto overflow-visible border-0 bg-transparent p-0 open:flex flex-col items-center gap-2 sm:right-auto sm:bottom-6 sm:left-6 sm:items-start"
    >
      {shown.slice(-MAX_SHOWN).map((message) => {
        const { key, text, tone = 'ok', action, place: spokenIn } = message
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only notes whether the focus or the pointer is in it
          <div
            key={key}
            onPointerEnter={() => messagesInUse.add(key)}
            onPointerLeave={() => messagesInUse.delete(key)}
            onFocus={({ relatedTarget }) => {
              messagesInUse.add(key)
              cameFrom.current = relatedTarget
            }}
            onBlur={() => messagesInUse.delete(key)}
            className={`${action ? 'pointer-events-auto' : ''} flex animate-rise items-center gap-4 rounded-md border border-haze border-l-4 bg-dusk px-4 py-3 text-paper text-sm shadow-lift ${TONES[tone]}`}
          >
            {/* A new key remounts the text, so that this region announces it. */}
            <p key={String(spokenIn === place)}>{text}</p>
            {action && (
              <Button
                size="sm"
                aria-keyshortcuts={message === newestWithAction ? action.shortcuts : undefined}
                onClick={() => take(message)}
              >
                {action.label}
              </Button>
            )}
            {message === newestWithAction && action?.keys}
          </div>
        )
      })}
    </div>
  )
}
