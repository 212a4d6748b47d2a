import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markEdges } from './mark-edges.ts'

let observed: Element[] = []
let resize: (entries: { target: Element }[]) => void = () => undefined

beforeEach(() => {
  observed = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: typeof resize) {
        resize = callback
      }
      observe(part: Element) {
        observed.push(part)
      }
      disconnect() {
        observed = []
      }
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

const inBrowser = (hasTimelines: boolean) => vi.stubGlobal('CSS', { supports: () => hasTimelines })

/** The box of a table that is 1000 px wide, of which 400 are visible. */
function addTable(scrollWidth = 1000): HTMLElement {
  const box = document.createElement('section')
  box.className = 'sheet'
  box.innerHTML = '<table></table>'
  Object.defineProperties(box, { scrollWidth: { value: scrollWidth }, clientWidth: { value: 400 } })
  document.body.append(box)
  return box
}

it('the edges of a table show hidden columns, initially and while scrolling', () => {
  inBrowser(false)
  const box = addTable()
  const end = markEdges()
  expect(observed).toEqual([box, box.firstElementChild])
  resize([{ target: box }])
  expect(box.dataset.cut).toBe('end')
  for (const [left, cut] of [
    [200, 'start end'],
    [600, 'start'],
    [0, 'end'],
  ] as const) {
    box.scrollLeft = left
    box.dispatchEvent(new Event('scroll'))
    expect(box.dataset.cut).toBe(cut)
  }
  end()
  box.scrollLeft = 200
  box.dispatchEvent(new Event('scroll'))
  expect(box.dataset.cut).toBe('end')
})

it('a table that appears later is marked, and one that fits is not', async () => {
  inBrowser(false)
  const end = markEdges()
  const box = addTable(400)
  await vi.waitFor(() => expect(observed).toHaveLength(2))
  resize([{ target: box.querySelector('table') ?? box }])
  expect(box.dataset.cut).toBe('')
  end()
})

it('tables are not marked if the browser supports it itself', () => {
  inBrowser(true)
  addTable()
  markEdges()
  expect(observed).toEqual([])
})
