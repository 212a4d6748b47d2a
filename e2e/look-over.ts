import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * axe as it is, but quicker to compare colours, which is most of its work: it keeps the parts of each in weak maps, and reads
 * the same few colours thousands of times.
 */
const AXE = `(() => {
  class Kept {
    #key = Symbol()
    has(of) { return Object.hasOwn(of, this.#key) }
    get(of) { return of[this.#key] }
    set(of, value) { of[this.#key] = value; return this }
    add(of) { return this.set(of, true) }
  }
  const WeakMap = Kept, WeakSet = Kept
  ${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
  const color = axe.commons.color.Color.prototype
  const read = color.parseString
  const known = new Map()
  color.parseString = function (text) {
    if (!known.has(text)) {
      read.call(this, text)
      const { r, g, b, red, green, blue, alpha } = this
      known.set(text, { r, g, b, red, green, blue, alpha })
    }
    return Object.assign(this, known.get(text))
  }
})()`

const softly = expect.configure({ soft: true })

const WIDE = 1440
const NARROWEST = 360
const WIDTHS = [WIDE, 390, NARROWEST]

/**
 * Looks at a page as it stands, at each width: axe finds nothing, and nothing scrolls sideways. `part` is all that is
 * new since the page was looked at last; the rest is not asked again. Leaves the page wide.
 */
export async function lookOver(page: Page, what: string, part?: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    // At 360 px the page is what it is at 390, with less room.
    if (width !== NARROWEST) await runAxe(page, `${what} at ${width} px`, part)
    // A bar that measures itself is laid out anew a frame or two after the page.
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await softly.poll(beyond, `${what} at ${width} px: nothing scrolls sideways`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: WIDE, height: 900 })
}

/**
 * What axe finds wrong with a page as it stands, at the width it has. Of a list whose rows, or cells of a column, have the
 * same elements, looks and states it looks at one: the rest of its hundreds would take it ten seconds.
 */
export async function runAxe(page: Page, what: string, part?: string): Promise<void> {
  if (part !== undefined) await expect(page.locator(part).first()).toBeVisible()
  // What it lies on would change its colours meanwhile.
  await page.mouse.move(0, 0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(async (include) => {
    const looksOf = (element: Element) => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        // In lower case a value is a state or a kind; others are texts, ids, addresses and the numbers of rows.
        name === 'class' || name === 'style' || (/^[-a-z]*\d?$/.test(value) && !/-(row)?index$/.test(name))
          ? `${name}=${value}`
          : name,
      )
      const hasText = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
      return [element.tagName, ...attributes, hasText, element.matches(':checked')].join(' ')
    }
    const around = (element: Element | null): string =>
      element === null ? '' : `${element.tagName} ${element.className} ${around(element.parentElement)}`
    const placeOf = (element: Element) => [...(element.parentElement?.children ?? [])].indexOf(element)
    // Of the rows that are drawn alike in the same surroundings, odd or even, axe looks at one, and so of the cells of a
    // column in rows that differ elsewhere.
    const drawn = new Set<string>()
    const exclude = new Set<Element>()
    const isExcluded = (element: Element | null): boolean =>
      element !== null && (exclude.has(element) || isExcluded(element.parentElement))
    for (const part of document.querySelectorAll(`${include ?? 'body'} :is(tbody > tr, tbody > tr > *, li)`)) {
      if (isExcluded(part.parentElement)) continue
      const row = part.closest('tr, li') ?? part
      const within = row === part ? '' : `${placeOf(part)} of ${looksOf(row)}`
      const parts = [part, ...part.querySelectorAll('*')].map(looksOf)
      const drawing = [part.checkVisibility(), placeOf(row) % 2, within, ...parts, around(row.parentElement)].join('\n')
      if (drawn.has(drawing)) exclude.add(part)
      drawn.add(drawing)
    }
    const context = { include: include ?? document, exclude: [...exclude] }
    const { violations } = await window.axe.run(context, {
      // Only what it finds wrong is written down, and of what a page loads it reads what a rule asks for.
      reporter: 'no-passes',
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, part)
  expect.soft(found, `${what}: axe`).toEqual([])
}

/**
 * Keeps a call waiting until it is refused, and refuses it from then on until it is let through. Only this call is asked
 * about: with `page.route` the browser asks about every file, and keeps none in its cache for the next page.
 */
export async function hold(
  page: Page,
  path: string,
): Promise<{ refuse(): Promise<void>; letThrough(): Promise<void> }> {
  const client = await page.context().newCDPSession(page)
  const waiting: string[] = []
  let isRefused = false
  const refuse = (requestId: string) =>
    client.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 400,
      responseHeaders: [{ name: 'content-type', value: 'application/json' }],
      body: Buffer.from(JSON.stringify(REFUSAL)).toString('base64'),
    })
  client.on('Fetch.requestPaused', ({ requestId }) => (isRefused ? refuse(requestId) : waiting.push(requestId)))
  await client.send('Fetch.enable', { patterns: [{ urlPattern: `*${path}` }, { urlPattern: `*${path}\\?*` }] })
  return {
    refuse: async () => {
      isRefused = true
      await Promise.all(waiting.splice(0).map(refuse))
    },
    letThrough: () => client.detach(),
  }
}

const REFUSAL = { ok: false, error: { code: 'invalid', message: 'Failed to load' } }
