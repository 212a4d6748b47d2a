/** What was written in a place and not sent yet: it stays in this tab when the page or a dialog is left. */
export function keptText(place: string): string {
  try {
    return window.sessionStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

/** Nothing is kept where the browser keeps nothing; signing out forgets it. */
export function keepText(place: string, text: string): void {
  try {
    if (text === '') window.sessionStorage.removeItem(place)
    else window.sessionStorage.setItem(place, text)
  } catch {
    // What is on the page is still there.
  }
}
