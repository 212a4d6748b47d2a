/** A text as searches see it: without case and accents, so that "nunez" finds "Núñez". The database folds the same. */
export function fold(text: string): string {
  const plain = BEYOND_ASCII.test(text) ? text.normalize('NFD').replace(ACCENTS, '') : text
  return plain.toLowerCase()
}

/** Most texts have nothing of it, and need no second look. */
const BEYOND_ASCII = /[^ -~]/

/** Accents of the Latin, Greek and Cyrillic scripts. The marks of other scripts are letters to their readers. */
const ACCENTS = /[\u0300-\u036f]/g

/** Whether a search finds something in these texts: anywhere, whatever the case, and every word of it. */
export function isFound(search: string, texts: readonly (string | null)[]): boolean {
  const words = fold(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const haystack = fold(texts.join('\n'))
  return words.every((word) => haystack.includes(word))
}

/** What a word is worth where it is found. */
const BEGINS = 8
const BEGINS_WORD = 6
const INSIDE = 3
const INITIALS = 1

/**
 * How well a search fits these texts, of which the first is the name; 0 when it does not. Every word must be found: at
 * the beginning, at the beginning of a word, inside, or as the initials of the name: "tmc" finds Trial Mod Checklist.
 */
export function fitOf(search: string, texts: readonly (string | null)[]): number {
  const [name = '', ...others] = texts.map((text) => fold(text ?? ''))
  const initials = () =>
    wordsOf(name)
      .map(([word]) => word[0])
      .join('')
  let fit = 0
  for (const word of fold(search).split(/\s+/).filter(Boolean)) {
    const best = Math.max(fitOfWord(word, name) * 2, ...others.map((text) => fitOfWord(word, text)))
    const hasInitials = best === 0 && name.includes(word.charAt(0)) && initials().startsWith(word)
    const worth = hasInitials ? INITIALS : best
    if (worth === 0) return 0
    fit += worth
  }
  return fit
}

function fitOfWord(word: string, text: string): number {
  const first = text.indexOf(word)
  if (first <= 0) return first === 0 ? BEGINS : 0
  if (BEGINS_AS_WORD.test(word)) {
    for (let at = first; at > 0; at = text.indexOf(word, at + 1)) {
      // As many as the longest letter has.
      if (!ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at))) return BEGINS_WORD
    }
  }
  return INSIDE
}

const BEGINS_AS_WORD = /^[\p{L}\p{N}]/u
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u

function wordsOf(text: string): RegExpExecArray[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)]
}
