/** A text as searches see it: without case and accents, so that "nunez" finds "Núñez". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Whether a search finds something in these texts: anywhere, whatever the case, and every word of it. */
export function isFound(search: string, texts: readonly (string | null)[]): boolean {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const haystack = plain(texts.join('\n'))
  return words.every((word) => haystack.includes(word))
}
