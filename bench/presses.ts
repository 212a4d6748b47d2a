import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import type { Tell } from './figures.ts'
import { median } from './requests.ts'
import { signIn } from './sign-in.ts'
import { MANAGEMENT, scratch, startSite } from './site.ts'

/** The assumed processor is this many times slower than the real one. */
const SLOWER = 4
const ROUNDS = 3
/** In milliseconds: the pause between two presses, and before the first one. */
const PAUSE = 500
const SETTLED = 2_000
/** In milliseconds: the promised time from a press to the frame that shows its effect. */
const PROMISED = 200
const PROMISED_LETTER = 50

/** A key or mouse press, and where its effect shows. */
interface Press {
  /** The name of the press. Names of single letters mark presses with the shorter limit. */
  what: string
  /** A key, or the selector of the element that the mouse presses. */
  key: string | { at: string }
  /** The selector of the element that changes. With `isGone`, of the element that disappears. */
  shows: string
  isGone?: boolean
  /** A later effect without another press, and where it shows. It is reported in a row of its own. */
  after?: { what: string; shows: string }
}

const PANEL = 'dialog[open] [data-body]:has(section)'
const SORTED = 'thead [aria-sort]'

/** The presses of a typical evening of staff, by page. */
const EVENING: readonly { path: string; presses: readonly Press[] }[] = [
  {
    path: '/staff-roster',
    presses: [
      { what: 'roster: go to the search', key: '/', shows: 'input:focus' },
      { what: 'roster: first letter', key: 'a', shows: 'input:focus' },
      { what: 'roster: second letter', key: 'r', shows: 'input:focus' },
      { what: 'roster: a letter taken back', key: 'Backspace', shows: 'input:focus' },
      { what: 'roster: last letter taken back', key: 'Backspace', shows: 'input:focus' },
      { what: 'roster: to the rows', key: 'ArrowDown', shows: 'tr:focus' },
      {
        what: 'panel: open by Enter',
        key: 'Enter',
        shows: PANEL,
        after: { what: 'panel: all of them', shows: 'dialog[open] section[aria-label=Timeline]' },
      },
      { what: 'panel: next row', key: 'ArrowDown', shows: PANEL },
      { what: 'panel: row before', key: 'ArrowUp', shows: PANEL },
      { what: 'panel: close by Escape', key: 'Escape', shows: 'dialog[open]', isGone: true },
      { what: 'panel: open by a press', key: { at: 'tr[data-member] td >> nth=2' }, shows: PANEL },
      {
        what: 'panel: close by its button',
        key: { at: 'dialog[open] h2 ~ button >> nth=-1' },
        shows: 'dialog[open]',
        isGone: true,
      },
      { what: 'roster: sort by a heading', key: { at: 'thead button >> nth=1' }, shows: SORTED },
      { what: 'roster: sort the other way', key: { at: 'thead button >> nth=1' }, shows: SORTED },
      { what: 'palette: open', key: 'Control+k', shows: 'dialog[open] [role=combobox]' },
      {
        what: 'palette: first letter',
        key: 'd',
        shows: 'dialog[open] [role=combobox]',
        after: { what: 'palette: what that finds', shows: 'dialog[open] [role=listbox]' },
      },
      { what: 'palette: second letter', key: 'e', shows: 'dialog[open] [role=combobox]' },
      { what: 'palette: close', key: 'Escape', shows: 'dialog[open]', isGone: true },
      { what: 'staff bar: to the checklist', key: { at: '[data-staff-bar] a >> nth=1' }, shows: 'h1' },
      { what: 'staff bar: to the actions', key: { at: '[data-staff-bar] a >> nth=2' }, shows: 'h1' },
      { what: 'staff bar: back to the roster', key: { at: '[data-staff-bar] a >> nth=0' }, shows: 'h1' },
    ],
  },
  {
    path: '/trial-mod-checklist',
    presses: [
      { what: 'checklist: sort by a heading', key: { at: 'thead button >> nth=1' }, shows: SORTED },
      { what: 'checklist: open a stage', key: { at: 'tr[data-row] [data-stage] >> nth=2' }, shows: 'dialog[open]' },
      { what: 'checklist: close it', key: 'Escape', shows: 'dialog[open]', isGone: true },
      { what: 'checklist: stage in progress', key: 'p', shows: '[data-stage]:focus' },
      { what: 'checklist: stage failed', key: 'f', shows: '[data-stage]:focus' },
      { what: 'checklist: undo', key: 'Control+z', shows: '[data-stage]:focus' },
    ],
  },
  {
    path: '/staff-da-database',
    presses: [
      { what: 'actions: open one', key: { at: 'tr[data-row] td >> nth=1' }, shows: 'dialog[open] h2' },
      { what: 'actions: next row', key: 'ArrowDown', shows: 'dialog[open]' },
      { what: 'actions: close it', key: 'Escape', shows: 'dialog[open]', isGone: true },
    ],
  },
]

/**
 * Measures how long the presses of a staff evening take to show their effect, on a processor that is several times
 * slower.
 */
export async function benchPresses(tell: Tell): Promise<void> {
  const executablePath = findChromium()
  const site = await startSite({ DATA_DIR: scratch() })
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
  try {
    const [name = '', value = ''] = (await signIn(site.origin, MANAGEMENT)).split(/=(.*)/)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    // tsx wraps functions in `__name`, which must also exist in the page that they are sent to.
    await context.addInitScript('globalThis.__name = (named) => named')
    await context.addCookies([{ name, value, url: site.origin }])
    for (const { path, presses } of EVENING) {
      const page = await context.newPage()
      const lines = presses.flatMap(({ what, after }) => (after === undefined ? [what] : [what, after.what]))
      const times = new Map(
        lines.map((what): [string, { slow: number[]; bare: number[] }] => [what, { slow: [], bare: [] }]),
      )
      for (const rate of [1, SLOWER]) {
        for (let round = 0; round < ROUNDS; round++) {
          await slowDown(page, 1)
          await page.goto(site.origin + path, { waitUntil: 'networkidle' })
          await page.waitForTimeout(SETTLED)
          await slowDown(page, rate)
          for (const press of presses) {
            for (const [what, time] of await timesOf(page, press))
              times.get(what)?.[rate === 1 ? 'bare' : 'slow'].push(time)
            await page.waitForTimeout(PAUSE)
          }
        }
      }
      for (const [what, { slow, bare }] of times) {
        const promised = what.includes('letter') ? PROMISED_LETTER : PROMISED
        tell({
          what,
          promised: `< ${promised} ms`,
          measured: `${median(slow).toFixed(0)} ms, at most ${Math.max(...slow).toFixed(0)} ms`,
          bare: `${median(bare).toFixed(0)} ms`,
          isKept: median(slow) < promised,
        })
      }
      await page.close()
    }
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

declare global {
  interface Window {
    pressed?: Promise<number[]>
  }
}

/** How long the pointer rests before it presses, in milliseconds. */
const RESTS = 100

/**
 * Presses like a hand. A click of Playwright moves the pointer at the same time, and runs code in the page to check
 * what it hits.
 */
async function press(page: Page, at: string): Promise<void> {
  const place = page.locator(at).first()
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (box === null) throw new Error(`nothing to press at ${at}`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(RESTS)
  await page.mouse.down()
  await page.mouse.up()
}

/** Milliseconds from the press until after the first frame that shows its effect, and the same for the later effect. */
async function timesOf(page: Page, { what, key, shows, isGone = false, after }: Press): Promise<[string, number][]> {
  const places = after === undefined ? [shows] : [shows, after.shows]
  await page.evaluate(
    ({ places, isGone }) => {
      const said = (place: string) => {
        const found = document.querySelector(place)
        if (found === null) return null
        const value = found instanceof HTMLInputElement ? found.value : found.textContent
        return `${value} ${found.ariaLabel} ${found.ariaSort}`
      }
      let start = Number.NaN
      const begin = (event: Event) => {
        if (Number.isNaN(start)) start = event.timeStamp
      }
      addEventListener('keydown', begin, { capture: true, once: true })
      addEventListener('pointerdown', begin, { capture: true, once: true })
      const seen = (place: string) => {
        const before = said(place)
        return new Promise<number>((resolve) => {
          const stop = new AbortController()
          const changes = new MutationObserver(look)
          function look() {
            const now = said(place)
            const isShown = isGone ? now === null : now !== null && now !== before
            if (Number.isNaN(start) || !isShown) return
            changes.disconnect()
            stop.abort()
            // A task right after the frame runs after its paint, and before any work that the page has postponed.
            const tell = () => resolve(performance.now() - start)
            requestAnimationFrame(() => scheduler.postTask(tell, { priority: 'user-blocking' }))
          }
          // A check in every frame would request additional frames between the parts of a render, so mutations are
          // observed.
          changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
          for (const event of ['input', 'focusin'])
            addEventListener(event, look, { capture: true, signal: stop.signal })
        })
      }
      window.pressed = Promise.all(places.map(seen))
    },
    { places, isGone },
  )
  if (typeof key === 'string') await page.keyboard.press(key)
  else await press(page, key.at)
  const times = page.evaluate(() => window.pressed ?? [])
  const late = page.waitForTimeout(8_000).then(() => {
    throw new Error(`${JSON.stringify(key)} shows nothing at ${places.join(' or ')}`)
  })
  const [first = Number.NaN, second] = await Promise.race([times, late])
  return after === undefined || second === undefined
    ? [[what, first]]
    : [
        [what, first],
        [after.what, second],
      ]
}
