/** A text that this tab keeps under a name, such as text that was written and not sent yet. Empty when there is none. */
export function readTabText(place: string): string {
  try {
    return window.sessionStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

/** Keeps nothing if the browser denies storage. Signing out deletes what is kept. */
export function writeTabText(place: string, text: string): void {
  try {
    if (text === '') window.sessionStorage.removeItem(place)
    else window.sessionStorage.setItem(place, text)
  } catch {
    // The text on the page is not lost.
  }
}
