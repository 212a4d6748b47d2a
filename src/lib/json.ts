/** What a text of JSON says; null, which most schemas refuse, for any other text. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
