/**
 * A text without case and accents, so that a search for "nunez" finds "Núñez". The database folds texts the same way.
 */
export function fold(text: string): string {
  const plain = BEYOND_ASCII.test(text) ? text.normalize('NFD').replace(ACCENTS, '') : text
  return plain.toLowerCase()
}

/** Most texts are plain ASCII and need no normalization. */
const BEYOND_ASCII = /[^ -~]/

/** Accents of the Latin, Greek and Cyrillic scripts. In other scripts, such marks count as letters. */
const ACCENTS = /[\u0300-\u036f]/g

/** Whether every word of a search occurs somewhere in these texts, in any case. */
export function matchesSearch(search: string, texts: readonly (string | null)[]): boolean {
  const words = fold(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const haystack = fold(texts.join('\n'))
  return words.every((word) => haystack.includes(word))
}

/** The score of a word by the place where it occurs. */
const BEGINS = 8
const BEGINS_WORD = 6
const INSIDE = 3
const INITIALS = 1

/**
 * The score of a search in these texts. The first text is the name. The score is 0 unless every word occurs: at the
 * start of a text, at the start of a word, inside a word, or as the initials of the name ("tmc" finds Trial Mod
 * Checklist).
 */
export function scoreSearch(search: string, texts: readonly (string | null)[]): number {
  const [name = '', ...others] = texts.map((text) => fold(text ?? ''))
  const initials = () =>
    wordsOf(name)
      .map(([word]) => word[0])
      .join('')
  let fit = 0
  for (const word of fold(search).split(/\s+/).filter(Boolean)) {
    const best = Math.max(scoreWord(word, name) * 2, ...others.map((text) => scoreWord(word, text)))
    const hasInitials = best === 0 && name.includes(word.charAt(0)) && initials().startsWith(word)
    const worth = hasInitials ? INITIALS : best
    if (worth === 0) return 0
    fit += worth
  }
  return fit
}

function scoreWord(word: string, text: string): number {
  const first = text.indexOf(word)
  if (first <= 0) return first === 0 ? BEGINS : 0
  if (BEGINS_AS_WORD.test(word)) {
    for (let at = first; at > 0; at = text.indexOf(word, at + 1)) {
      // The two code units before the match: the longest letter has two.
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
