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
 * axe with faster colour comparison, which is most of its work: it stores the parts of each colour in weak maps, and
 * parses the same few colours thousands of times.
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

const softExpect = expect.configure({ soft: true })

const WIDE = 1440
const NARROWEST = 360
const WIDTHS = [WIDE, 390, NARROWEST]

/**
 * Checks the current page at each width: nothing scrolls sideways, and axe finds nothing (at 1440 and 390 px). `part`
 * limits axe to what is new since the last check. The page is wide afterwards.
 */
export async function lookOver(page: Page, what: string, part?: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    // The page at 360 px has the same elements as at 390 px, only with less room.
    if (width !== NARROWEST) await runAxe(page, `${what} at ${width} px`, part)
    // A bar that measures itself is laid out again one or two frames after the page.
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await softExpect.poll(beyond, `${what} at ${width} px: nothing scrolls sideways`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: WIDE, height: 900 })
}

/**
 * Runs axe on the current page at its current width. Rows of a list, articles, or cells of a column, with the same
 * elements, look and state are checked once: all of the hundreds would take ten seconds.
 */
export async function runAxe(page: Page, what: string, part?: string): Promise<void> {
  if (part !== undefined) await expect(page.locator(part).first()).toBeVisible()
  // A hovered element would change its colours meanwhile.
  await page.mouse.move(0, 0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(async (include) => {
    const looksOf = (element: Element) => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        // Lower-case values are states or kinds. Other values are texts, ids, addresses and row numbers.
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
    // Of the rows with the same look and surroundings, odd and even ones apart, axe checks one. The same applies to the
    // cells of a column in rows that differ elsewhere.
    const drawn = new Set<string>()
    const exclude = new Set<Element>()
    const isExcluded = (element: Element | null): boolean =>
      element !== null && (exclude.has(element) || isExcluded(element.parentElement))
    const parts = `${include ?? 'body'} :is(tbody > tr, tbody > tr > *, li, article, article > *)`
    for (const part of document.querySelectorAll(parts)) {
      if (isExcluded(part.parentElement)) continue
      const row = part.closest('tr, li, article') ?? part
      const within = row === part ? '' : `${placeOf(part)} of ${looksOf(row)}`
      const parts = [part, ...part.querySelectorAll('*')].map(looksOf)
      const drawing = [part.checkVisibility(), placeOf(row) % 2, within, ...parts, around(row.parentElement)].join('\n')
      if (drawn.has(drawing)) exclude.add(part)
      drawn.add(drawing)
    }
    const context = { include: include ?? document, exclude: [...exclude] }
    const { violations } = await window.axe.run(context, {
      // Report violations only, and load only the assets that a rule needs.
      reporter: 'no-passes',
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, part)
  expect.soft(found, `${what}: axe`).toEqual([])
}

/**
 * Holds a request until `refuse` is called, and rejects all further ones until `letThrough` is called. It intercepts
 * only this request: with `page.route` the browser asks about every file, and caches none of them for the next page.
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
