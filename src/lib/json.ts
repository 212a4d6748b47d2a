/** Parses a JSON text. Returns null, which most schemas reject, if the text is not valid JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
