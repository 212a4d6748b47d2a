import { bufferJumpKeys } from '#web/jump-key.ts'
import { listenForSearchKey } from '#web/search-key.ts'

/*
 * All the script that a public page loads before its first paint, so that text, fonts and the first picture have a slow
 * connection to themselves. Afterwards this script fetches the code that hydrates the page, and repeats what the
 * visitor pressed and typed in the meantime.
 */
const files = document.querySelector<HTMLScriptElement>('script[data-next]')?.dataset.next?.split(' ') ?? []

function fetchNext(): void {
  for (const file of files) import(/* @vite-ignore */ file).catch(showFailure)
}

let failure: HTMLElement | null = null

/** Shows that part of the page failed to load. Without its code a page can only be read, and its buttons do nothing. */
function showFailure(): void {
  if (failure !== null) return
  const refresh = document.createElement('button')
  refresh.className = 'min-h-11 shrink-0 font-semibold text-lagoon underline underline-offset-4'
  // The document carries these texts in its language: a file of messages would be one more request before the first
  // paint.
  const { failure: text = '', refresh: label = '' } = document.body.dataset
  refresh.textContent = label
  refresh.addEventListener('click', () => window.location.reload())
  failure = document.createElement('p')
  failure.role = 'alert'
  failure.className =
    'fixed inset-x-4 bottom-4 z-50 flex items-center gap-4 rounded-md border border-haze border-l-4 border-l-danger bg-dusk px-4 py-1 text-paper text-sm shadow-lift sm:inset-x-auto sm:right-6 sm:bottom-6'
  failure.append(text, refresh)
  document.body.append(failure)
}

document.addEventListener('hydration-failed', showFailure)
// The document itself loads the code of a restricted page, so a failure is an `error` event on its script.
for (const script of document.querySelectorAll('script')) script.addEventListener('error', showFailure)

/**
 * Fetches the code after the largest paint of the first view, or after the first paint in a browser that reports only
 * that. A file that is already loaded is not fetched again.
 */
function fetchOnceSeen(): void {
  const type = ['largest-contentful-paint', 'paint'].find((known) =>
    PerformanceObserver.supportedEntryTypes.includes(known),
  )
  if (type !== undefined) new PerformanceObserver(fetchNext).observe({ type, buffered: true })
  // A browser reports no paint for an empty page.
  setTimeout(fetchNext, type === undefined ? 0 : LATEST)
}

/** Milliseconds until the code is fetched even if no paint was reported. */
const LATEST = 3_000

// A browser never paints a page that is open in the background.
if (document.hidden) fetchNext()
else fetchOnceSeen()

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The last button that was pressed before React handled presses. */
let pressed: HTMLButtonElement | null = null
/** The values that were typed and chosen before React handled input. */
const written = new Map<Field, string>()
/** The field in which Enter was pressed last. */
let entered: Field | null = null

function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches('textarea, select, [type=search]')
}

function rememberPress({ target }: MouseEvent): void {
  pressed = target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null
}

function rememberInput({ target }: Event): void {
  if (isField(target)) written.set(target, target.value)
}

/**
 * React resets a field to its rendered value while it hydrates. This restores what was typed before the next character
 * is added.
 */
function keepInput({ target }: Event): void {
  if (isField(target)) target.value = written.get(target) ?? target.value
}

function rememberEnter({ key, target }: KeyboardEvent): void {
  entered = key === 'Enter' && isField(target) ? target : null
}

function writeAgain(value: string, field: Field): void {
  const dispatch = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }))
  // This event makes React hydrate the field. React otherwise ignores the event, because it already knows the field's
  // value.
  dispatch('input')
  // React tracks the value that is set on the field itself. Setting it through the prototype bypasses the tracking, so
  // React sees a change.
  field.value = ''
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  dispatch('input')
  dispatch('change')
}

listenForSearchKey()
bufferJumpKeys()
// Collect what was typed before this script ran.
for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, [type=search]')) {
  if (field.value !== field.defaultValue) written.set(field, field.value)
}

// These listeners are on the document and run after React's own. An event that React has handled reaches them after
// `hydrated`.
document.addEventListener('click', rememberPress)
document.addEventListener('beforeinput', keepInput)
// Captured, so that it runs before React resets the field.
document.addEventListener('input', rememberInput, true)
document.addEventListener('keydown', rememberEnter)
document.addEventListener('hydrated', () => {
  failure?.remove()
  document.removeEventListener('click', rememberPress)
  // React handles no events while hydration is still running.
  setTimeout(() => {
    // These stay until now: without them, an Enter would reach React before the text that was typed before it.
    document.removeEventListener('beforeinput', keepInput)
    document.removeEventListener('input', rememberInput, true)
    document.removeEventListener('keydown', rememberEnter)
    written.forEach(writeAgain)
    pressed?.click()
    // Enter is repeated only after the field has its new text.
    setTimeout(() => {
      entered?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
  })
})
