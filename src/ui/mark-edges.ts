/*
 * Where a browser knows no animation that follows a box as it scrolls, as Firefox, the edges of tables fade by what is
 * written here on their boxes: `data-cut` says at which edges columns are hidden. The looks of both stand in staff.css.
 */

const BOX = '.sheet'

/** Watches every table of the page from now on; answers what ends it. */
export function markEdges(): () => void {
  if (CSS.supports('animation-timeline: scroll()')) return () => undefined
  const known = new WeakSet<Element>()
  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target)
  })
  const find = () => {
    for (const part of document.querySelectorAll(`${BOX}, ${BOX} > table`)) {
      if (known.has(part)) continue
      known.add(part)
      resized.observe(part)
    }
  }
  const changed = new MutationObserver(find)
  const onScroll = ({ target }: Event) => {
    if (target instanceof Element && target.matches(BOX)) mark(target)
  }
  find()
  changed.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  return () => {
    resized.disconnect()
    changed.disconnect()
    document.removeEventListener('scroll', onScroll, { capture: true })
  }
}

function mark(part: Element): void {
  const box = part.closest<HTMLElement>(BOX)
  if (box === null) return
  const { scrollLeft, scrollWidth, clientWidth } = box
  const cut = [...(scrollLeft > 1 ? ['start'] : []), ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['end'] : [])]
  // Written only where it changes: each time, the browser draws the table again.
  if (box.dataset.cut !== cut.join(' ')) box.dataset.cut = cut.join(' ')
}
