/**
 * '/' focuses the search of the page, except while a field or a dialog has the focus. The listener is on the document,
 * not in the component of the search, so it works before React has hydrated the page.
 */
export function listenForSearchKey(): void {
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
