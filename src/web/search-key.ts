/**
 * '/' goes to the page's search from anywhere but a field or a dialog. It is heard by the document and not by the
 * search's own component, so it works from the page's first moment, before React has brought it to life.
 */
export function hearSearchKey(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    if (target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]')) return
    const search = document.querySelector<HTMLInputElement>('input[aria-keyshortcuts="/"]')
    if (search === null) return
    event.preventDefault()
    search.focus()
  })
}
