/*
 * In browsers without scroll-driven animations, such as Firefox, tables fade at their edges by an attribute that is set
 * here on their boxes: `data-cut` names the edges at which columns are hidden. The styles of both variants are in
 * staff.css.
 */

const BOX = '.sheet'

/** Watches every table of the page from now on. Returns a function that stops it. */
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
  // Write only on a change: each write makes the browser paint the table again.
  if (box.dataset.cut !== cut.join(' ')) box.dataset.cut = cut.join(' ')
}
