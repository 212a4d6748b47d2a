import { holdJumpKey } from '#web/jump-key.ts'
import { hearSearchKey } from '#web/search-key.ts'

/*
 * All the script that a page has until it was seen. The words, the faces and the first picture have a slow line to
 * themselves; then the code is fetched that brings the page to life. A tab in the background is not seen.
 */
const files = document.querySelector<HTMLScriptElement>('script[data-next]')?.dataset.next?.split(' ') ?? []

function fetchNext(): void {
  for (const file of files) void import(/* @vite-ignore */ file)
}

/** When the largest thing of the first view was seen, or the first one where a browser tells only of that. */
function whenSeen(then: () => void): void {
  const type = ['largest-contentful-paint', 'paint'].find((known) =>
    PerformanceObserver.supportedEntryTypes.includes(known),
  )
  let isDone = false
  const once = () => {
    if (!isDone) then()
    isDone = true
  }
  if (type !== undefined) new PerformanceObserver(once).observe({ type, buffered: true })
  // Nobody says so of a page with nothing on it.
  setTimeout(once, type === undefined ? 0 : LATEST)
}

/** Milliseconds. */
const LATEST = 3_000

if (document.hidden) fetchNext()
else whenSeen(fetchNext)

/** The button that was pressed, and the fields that were typed into, before anything could be done about it. */
let pressed: HTMLButtonElement | null = null
const typed = new Set<Field>()
/** What was chosen, which React takes back while it brings the page to life: an option, a day, a tick. */
const chosen = new Map<Choice, string | boolean>()
/** The field that was left with Enter. */
let entered: Field | null = null

type Field = HTMLInputElement | HTMLTextAreaElement
type Choice = HTMLInputElement | HTMLSelectElement

const isTick = (target: Choice): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'checkbox'

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'search')
}

function rememberPress({ target }: MouseEvent): void {
  pressed = target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null
}

function rememberInput({ target }: Event): void {
  if (isField(target)) typed.add(target)
  else if (target instanceof HTMLSelectElement) chosen.set(target, target.value)
  // A tick is remembered by its click. A file stays chosen, and may be chosen by nobody else.
  else if (target instanceof HTMLInputElement && !['checkbox', 'file'].includes(target.type)) {
    chosen.set(target, target.value)
  }
}

/** On the way down: React, on its way up, takes a tick back before it has been heard. */
function rememberTick({ target }: MouseEvent): void {
  if (target instanceof HTMLInputElement && isTick(target)) chosen.set(target, target.checked)
}

function rememberEnter({ key, target }: KeyboardEvent): void {
  entered = key === 'Enter' && isField(target) ? target : null
}

const say = (field: Field | Choice) => field.dispatchEvent(new Event('input', { bubbles: true }))

/** React hears of a value that differs from the one it knows: it sees the first change here, but not the second. */
function change(field: Field | Choice, value: string): void {
  field.value = ''
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
}

function typeAgain(field: Field): void {
  const text = field.value
  // React brings the field's part of the page to life before it looks at the event, and knows its text by then.
  say(field)
  change(field, text)
  say(field)
}

function chooseAgain(value: string | boolean, field: Choice): void {
  say(field)
  if (typeof value === 'string') {
    change(field, value)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (isTick(field)) {
    if (field.checked === value) field.checked = !value
    field.click()
  }
}

const enter = (field: Field) =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))

hearSearchKey()
holdJumpKey()

// On the way up: what comes by here after React has heard it comes after `alive` too.
document.addEventListener('click', rememberPress)
document.addEventListener('click', rememberTick, true)
document.addEventListener('input', rememberInput)
document.addEventListener('keydown', rememberEnter)
document.addEventListener('alive', () => {
  document.removeEventListener('click', rememberPress)
  document.removeEventListener('click', rememberTick, true)
  document.removeEventListener('input', rememberInput)
  // React hears nothing while it is still at work.
  setTimeout(() => {
    // Until here React heard an Enter without the text before it.
    document.removeEventListener('keydown', rememberEnter)
    typed.forEach(typeAgain)
    chosen.forEach(chooseAgain)
    pressed?.click()
    // With the text that it has now.
    setTimeout(() => entered && enter(entered))
  })
})
