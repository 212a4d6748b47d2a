import { fold } from '#lib/search.ts'

/** A word of a message: its possible readings, and the number of its sentence. */
export interface MessageWord {
  readings: readonly string[]
  /** The word as the message has it, in its comparable form. */
  written: string
  sentence: number
}

/** Invisible characters and apostrophes, so that dont equals don't. */
const UNSEEN = /[\p{Cf}'’‘`´]/gu
/**
 * A word, possibly with characters in place of letters (su*cide, k!ll, f***), the slash of a command, or the end of a
 * sentence.
 */
const PARTS =
  /\p{N}+(?:[-.]\p{N}+)+|\p{L}{1,2}\*{2,}(?![\p{L}\p{N}*])|[\p{L}\p{N}@$]+(?:[*!|]+[\p{L}\p{N}@$]+)*|(?<![^\s(])\/(?=\p{L})|[.?!;…](?=\s|$)|\n/gu
const ENDS_SENTENCE = /^[.?!;…\n]/

/** Characters that people write in place of a letter. `1`, `!` and `|` stand for i or l. */
const LOOKALIKES: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** Longer parts are not read as words. */
const LONGEST = 30
/** Shorter words resemble each other too much to be corrected. */
const SHORTEST = 4
/** From this length on, two letters may be wrong. */
const LONG = 8
const MAX_READINGS = 4
/** The maximum number of words of a message that are read. */
const MAX_WORDS = 250

/** The comparable form of a text: without case, accents and apostrophes. */
export function toComparable(text: string): string {
  return fold(text.normalize('NFKC').replace(UNSEEN, ''))
}

const sorted = (word: string) => [...word].sort().join('')

/** The word itself, and the word with up to `missing` letters removed. */
function remains(word: string, missing: number): Set<string> {
  const left = new Set([word])
  for (let turn = 0; turn < missing; turn++) {
    for (const rest of [...left])
      for (let at = 0; at < rest.length; at++) left.add(rest.slice(0, at) + rest.slice(at + 1))
  }
  return left
}

/** The letters of a word as a bit set. Some letters share a bit. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** Whether at most `most` bits are set. */
function areFew(bits: number, most: number): boolean {
  let left = bits
  for (let turn = 0; turn < most; turn++) left &= left - 1
  return left === 0
}

/** The length of the longest common subsequence of two words. */
function commonTo(one: string, other: string): number {
  const row = new Uint8Array(other.length + 1)
  for (let at = 0; at < one.length; at++) {
    let before = 0
    for (let to = 1; to <= other.length; to++) {
      const above = row[to] ?? 0
      row[to] = one[at] === other[to - 1] ? before + 1 : Math.max(above, row[to - 1] ?? 0)
      before = above
    }
  }
  return row[other.length] ?? 0
}

/** Finds the words that differ by one letter: extra, missing, wrong or moved. Long words may differ by two. */
function createCorrections(words: Iterable<string>): (word: string) => string[] {
  const correctable = [...words]
    .filter((word) => word.length >= SHORTEST && !/\d/.test(word))
    .map((word) => ({ word, letters: lettersOf(word) }))

  /**
   * The words that equal this one after up to `missing` letters are removed from each, in the order of the first such
   * match. Words are filtered by their letters first: storing the shortened forms of every word would take far more
   * memory.
   */
  function nearTo(word: string, missing: number): string[] {
    const letters = lettersOf(word)
    const near = correctable.filter(
      (other) =>
        Math.abs(other.word.length - word.length) <= missing &&
        areFew(letters & ~other.letters, missing) &&
        areFew(other.letters & ~letters, missing) &&
        commonTo(word, other.word) >= Math.max(word.length, other.word.length) - missing,
    )
    if (near.length < 2) return near.map((other) => other.word)
    const left = new Map(Array.from(remains(word, missing), (rest, at) => [rest, at] as const))
    const placeOf = (other: string) =>
      Math.min(...Array.from(remains(other, missing), (rest) => left.get(rest) ?? Number.POSITIVE_INFINITY))
    return near
      .map((other) => ({ word: other.word, place: placeOf(other.word) }))
      .sort((one, other) => one.place - other.place)
      .map((other) => other.word)
  }

  return (word) => {
    if (word.length < SHORTEST || word.length > LONGEST || /\d/.test(word)) return []
    const near = nearTo(word, 1)
    // A four-letter word may not have a wrong letter, only a moved one. Otherwise hand would be read as hang.
    const fit = near.filter((other) => Math.max(other.length, word.length) > SHORTEST || sorted(other) === sorted(word))
    if (fit.length > 0 || word.length < LONG) return fit
    return nearTo(word, 2).filter((other) => other.length >= LONG)
  }
}

/** Splits a part without spaces into the fewest words. Empty when a rest remains. */
function splitInto(words: ReadonlySet<string>, part: string, shortest: number): string[] {
  const best: (string[] | undefined)[] = [[]]
  for (let end = 1; end <= Math.min(part.length, LONGEST); end++) {
    for (let from = 0; from < end; from++) {
      const before = best[from]
      if (before === undefined || (from > 0 && end - from < shortest) || !words.has(part.slice(from, end))) continue
      if (before.length + 1 < (best[end]?.length ?? Number.POSITIVE_INFINITY)) {
        best[end] = [...before, part.slice(from, end)]
      }
    }
  }
  return best[part.length] ?? []
}

/** The possible forms of a part: with letters in place of look-alike characters, and without repeated letters. */
function formsOf(part: string): string[] {
  if (!/\p{L}/u.test(part)) return [part]
  const letters = part.replace(/[03457@$]/g, (sign) => LOOKALIKES[sign] ?? sign)
  const forms = /[1!|]/.test(letters) ? ['i', 'l'].map((letter) => letters.replace(/[1!|]/g, letter)) : [letters]
  return [...new Set(forms.flatMap((form) => ['$1$1', '$1'].map((kept) => form.replace(/(\p{L})\1{2,}/gu, kept))))]
}

/** The parts of a message. Spaced letters (k i l l) are joined when they make words. */
function partsOf(text: string, words: ReadonlySet<string>): string[] {
  const parts: string[] = []
  let letters: string[] = []
  const putTogether = () => {
    const found = letters.length < 3 ? [] : formsOf(letters.join('')).flatMap((form) => splitInto(words, form, 1))
    parts.push(...(found.some((word) => word.length > 2) ? found : letters))
    letters = []
  }
  for (const part of toComparable(text).match(PARTS) ?? []) {
    if (/^[\p{L}@$]$/u.test(part)) letters.push(part)
    else {
      putTogether()
      parts.push(part)
    }
  }
  putTogether()
  return parts
}

/**
 * Reads messages of people who are upset or disguise their words: typing errors, spaced letters, joined words,
 * asterisks and digits in place of letters. A word that resembles one of the given words is read as that word; `hurt*`
 * is any word with this beginning. The words of `spelled` are correctly spelled and are not corrected.
 */
export function createSpelling(given: Iterable<string>, spelled: Iterable<string>): (text: string) => MessageWord[] {
  const [words, beginnings] = [new Set<string>(), new Set<string>()]
  for (const word of given) (word.endsWith('*') ? beginnings : words).add(toComparable(word.replace('*', '')))
  const correctionsOf = createCorrections(words)
  const others = new Set(Array.from(spelled, toComparable))
  const byShape = new Map<string, string[]>()
  const shapeOf = (word: string) => `${word[0]}${word.length}`
  for (const word of [...words, ...beginnings])
    byShape.set(shapeOf(word), [...(byShape.get(shapeOf(word)) ?? []), word])

  const isBegun = (word: string) =>
    Array.from(word, (_, at) => word.slice(0, at + 1)).some((part) => beginnings.has(part))
  const isKnown = (word: string) => words.has(word) || others.has(word) || isBegun(word)
  /** The words that fit a part with asterisks: f**k. */
  const uncovered = (part: string) =>
    (byShape.get(shapeOf(part)) ?? []).filter((word) =>
      [...word].every((letter, at) => part[at] === '*' || part[at] === letter),
    )

  /** The words of a part, each with its possible readings. */
  function read(part: string): string[][] {
    if (part.length > LONGEST || isKnown(part)) return [[part]]
    const forms = part.includes('*') ? uncovered(part) : formsOf(part)
    const known = forms.filter(isKnown)
    if (known.length > 0) return [known.slice(0, MAX_READINGS)]
    const pieces = forms.map((form) => splitInto(words, form, 2)).find(({ length }) => length > 0)
    if (pieces !== undefined) return pieces.map((piece) => [piece])
    const near = [...new Set(forms.flatMap(correctionsOf))]
    return [near.length > 0 ? near.slice(0, MAX_READINGS) : [part]]
  }

  return (text) => {
    const parts = partsOf(text, words)
    const found: MessageWord[] = []
    let sentence = 0
    for (let at = 0; at < parts.length && found.length < MAX_WORDS; at++) {
      const part = parts[at] ?? ''
      const joined = `${part}${parts[at + 1] ?? ''}`
      if (ENDS_SENTENCE.test(part)) sentence++
      else if (joined.length > SHORTEST && words.has(joined) && !isKnown(part)) {
        found.push({ readings: [joined], written: joined, sentence })
        at++
      } else {
        const words = read(part)
        // Characters in place of letters are not typing errors, so the reading replaces them.
        const written = ([reading = part]: string[]) => (words.length > 1 || !/^\p{L}+$/u.test(part) ? reading : part)
        found.push(...words.map((readings) => ({ readings, written: written(readings), sentence })))
      }
    }
    return found
  }
}
