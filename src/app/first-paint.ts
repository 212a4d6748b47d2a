import { holdJumpKey } from '#web/jump-key.ts'
import { hearSearchKey } from '#web/search-key.ts'

/*
 * All the script that a public page has until its first paint, so that text, fonts and the first picture have a slow line
 * to themselves. Then it fetches the code that hydrates the page, and repeats what was pressed and typed meanwhile.
 */
const files = document.querySelector<HTMLScriptElement>('script[data-next]')?.dataset.next?.split(' ') ?? []

function fetchNext(): void {
  for (const file of files) import(/* @vite-ignore */ file).catch(showFailure)
}

let failure: HTMLElement | null = null

/** Without its code a page can be read at best, and its buttons do nothing. */
function showFailure(): void {
  if (failure !== null) return
  const refresh = document.createElement('button')
  refresh.className = 'min-h-11 shrink-0 font-semibold text-lagoon underline underline-offset-4'
  // The document says them in its language: a file of messages would be one more request before the first paint.
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
// That of a page for some is fetched by the document itself.
for (const script of document.querySelectorAll('script')) script.addEventListener('error', showFailure)

/**
 * After the largest paint of the first view, or after the first paint where a browser reports only that. A file that is
 * there already is not fetched again.
 */
function fetchOnceSeen(): void {
  const type = ['largest-contentful-paint', 'paint'].find((known) =>
    PerformanceObserver.supportedEntryTypes.includes(known),
  )
  if (type !== undefined) new PerformanceObserver(fetchNext).observe({ type, buffered: true })
  // A browser reports nothing for an empty page.
  setTimeout(fetchNext, type === undefined ? 0 : LATEST)
}

/** Milliseconds. */
const LATEST = 3_000

// A tab in the background is never painted.
if (document.hidden) fetchNext()
else fetchOnceSeen()

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The last button that was pressed before React handled presses. */
let pressed: HTMLButtonElement | null = null
/** What was typed and chosen until then. */
const written = new Map<Field, string>()
/** The field that Enter was pressed in last. */
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

/** React sets a field back while it hydrates: what was written in it goes before what is typed next. */
function keepInput({ target }: Event): void {
  if (isField(target)) target.value = written.get(target) ?? target.value
}

function rememberEnter({ key, target }: KeyboardEvent): void {
  entered = key === 'Enter' && isField(target) ? target : null
}

function writeAgain(value: string, field: Field): void {
  const dispatch = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }))
  // React hydrates the field for this event, and ignores it: by then it knows the field's value.
  dispatch('input')
  // React compares with the last value set on the field itself, and sees nothing of one set on its prototype.
  field.value = ''
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  dispatch('input')
  dispatch('change')
}

hearSearchKey()
holdJumpKey()
// What was typed before this script came.
for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, [type=search]')) {
  if (field.value !== field.defaultValue) written.set(field, field.value)
}

// On the document, after React's own listeners: an event that arrives here after React has handled it comes after
// `hydrated` too.
document.addEventListener('click', rememberPress)
document.addEventListener('beforeinput', keepInput)
// Before React sets the field back.
document.addEventListener('input', rememberInput, true)
document.addEventListener('keydown', rememberEnter)
document.addEventListener('hydrated', () => {
  failure?.remove()
  document.removeEventListener('click', rememberPress)
  // React handles no event while it is still at work.
  setTimeout(() => {
    // Until here React heard an Enter without the text before it.
    document.removeEventListener('beforeinput', keepInput)
    document.removeEventListener('input', rememberInput, true)
    document.removeEventListener('keydown', rememberEnter)
    written.forEach(writeAgain)
    pressed?.click()
    // With the text that it has now.
    setTimeout(() => {
      entered?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
  })
})
