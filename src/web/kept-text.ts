/** Text that was written in a place and not sent yet. It is kept in this tab when the page or a dialog is left. */
export function keptText(place: string): string {
  try {
    return window.sessionStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

/** Keeps nothing if the browser denies storage. Signing out deletes what is kept. */
export function keepText(place: string, text: string): void {
  try {
    if (text === '') window.sessionStorage.removeItem(place)
    else window.sessionStorage.setItem(place, text)
  } catch {
    // The text on the page is not lost.
  }
}
