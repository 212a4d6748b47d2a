import { fold } from '#lib/search.ts'

/** A word of a message: what it may be, and in which sentence it stands. */
export interface SaidWord {
  readings: readonly string[]
  /** As it stands there, in the form in which words are compared. */
  written: string
  sentence: number
}

/** What is not seen, and apostrophes: dont is don't. */
const UNSEEN = /[\p{Cf}'’‘`´]/gu
/** A word with what stands for its letters (su*cide, k!ll, f***), the slash of a command, or the end of a sentence. */
const PARTS =
  /\p{N}+(?:[-.]\p{N}+)+|\p{L}{1,2}\*{2,}(?![\p{L}\p{N}*])|[\p{L}\p{N}@$]+(?:[*!|]+[\p{L}\p{N}@$]+)*|(?<![^\s(])\/(?=\p{L})|[.?!;…](?=\s|$)|\n/gu
const ENDS_SENTENCE = /^[.?!;…\n]/

/** What people write for a letter. `1`, `!` and `|` are an i or an l. */
const LOOKALIKES: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** Longer words are no word of anybody. */
const LONGEST = 30
/** Shorter words are too like each other to be corrected. */
const SHORTEST = 4
/** From this length on two letters may be wrong. */
const LONG = 8
const MAX_READINGS = 4
/** More words than a message of everybody has. */
const MAX_WORDS = 250

/** The form in which words are compared: without case, accents and apostrophes. */
export function plain(text: string): string {
  return fold(text.normalize('NFKC').replace(UNSEEN, ''))
}

const sorted = (word: string) => [...word].sort().join('')

/** What is left of a word without up to so many of its letters. */
function remains(word: string, missing: number): Set<string> {
  const left = new Set([word])
  for (let turn = 0; turn < missing; turn++) {
    for (const rest of [...left])
      for (let at = 0; at < rest.length; at++) left.add(rest.slice(0, at) + rest.slice(at + 1))
  }
  return left
}

/** Which letters are in a word, a bit each; some share one. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/** Whether at most so many bits are set. */
function areFew(bits: number, most: number): boolean {
  let left = bits
  for (let turn = 0; turn < most; turn++) left &= left - 1
  return left === 0
}

/** How many letters two words have in common, in the same order. */
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

/** Finds the words that differ in one letter too many, too few, wrong or elsewhere; long ones in two. */
function createCorrections(words: Iterable<string>): (word: string) => string[] {
  const correctable = [...words]
    .filter((word) => word.length >= SHORTEST && !/\d/.test(word))
    .map((word) => ({ word, letters: lettersOf(word) }))

  /**
   * The words that have something left in common with this one, without up to so many letters of each, by the first of
   * what is left of it. Most are passed over by their letters: to keep what is left of each word takes far more room.
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
    // Of four letters none may be wrong, or hand would be hang.
    const fit = near.filter((other) => Math.max(other.length, word.length) > SHORTEST || sorted(other) === sorted(word))
    if (fit.length > 0 || word.length < LONG) return fit
    return nearTo(word, 2).filter((other) => other.length >= LONG)
  }
}

/** The fewest words that a part is made of when nothing stands between them; none where something is left over. */
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

/** What a part may be: with letters for the signs that stand for them, and without letters that are held down. */
function formsOf(part: string): string[] {
  if (!/\p{L}/u.test(part)) return [part]
  const letters = part.replace(/[03457@$]/g, (sign) => LOOKALIKES[sign] ?? sign)
  const forms = /[1!|]/.test(letters) ? ['i', 'l'].map((letter) => letters.replace(/[1!|]/g, letter)) : [letters]
  return [...new Set(forms.flatMap((form) => ['$1$1', '$1'].map((kept) => form.replace(/(\p{L})\1{2,}/gu, kept))))]
}

/** The parts of a message; letters that stand apart (k i l l) are put together where that makes words. */
function partsOf(text: string, words: ReadonlySet<string>): string[] {
  const parts: string[] = []
  let letters: string[] = []
  const putTogether = () => {
    const said = letters.length < 3 ? [] : formsOf(letters.join('')).flatMap((form) => splitInto(words, form, 1))
    parts.push(...(said.some((word) => word.length > 2) ? said : letters))
    letters = []
  }
  for (const part of plain(text).match(PARTS) ?? []) {
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
 * Reads a message as people write who are upset or do not want to be understood by everybody: typing errors, spaced
 * letters, words run together, stars and digits for letters. Words are read as one of those given, where they are like
 * one; `hurt*` is any word that begins so. The words of `spelled` are no typing errors of them.
 */
export function createSpelling(given: Iterable<string>, spelled: Iterable<string>): (text: string) => SaidWord[] {
  const [words, beginnings] = [new Set<string>(), new Set<string>()]
  for (const word of given) (word.endsWith('*') ? beginnings : words).add(plain(word.replace('*', '')))
  const correctionsOf = createCorrections(words)
  const others = new Set(Array.from(spelled, plain))
  const byShape = new Map<string, string[]>()
  const shapeOf = (word: string) => `${word[0]}${word.length}`
  for (const word of [...words, ...beginnings])
    byShape.set(shapeOf(word), [...(byShape.get(shapeOf(word)) ?? []), word])

  const isBegun = (word: string) =>
    Array.from(word, (_, at) => word.slice(0, at + 1)).some((part) => beginnings.has(part))
  const isKnown = (word: string) => words.has(word) || others.has(word) || isBegun(word)
  /** The words that stars stand in: f**k. */
  const uncovered = (part: string) =>
    (byShape.get(shapeOf(part)) ?? []).filter((word) =>
      [...word].every((letter, at) => part[at] === '*' || part[at] === letter),
    )

  /** The words of a part, each with its readings. */
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
    const said: SaidWord[] = []
    let sentence = 0
    for (let at = 0; at < parts.length && said.length < MAX_WORDS; at++) {
      const part = parts[at] ?? ''
      const joined = `${part}${parts[at + 1] ?? ''}`
      if (ENDS_SENTENCE.test(part)) sentence++
      else if (joined.length > SHORTEST && words.has(joined) && !isKnown(part)) {
        said.push({ readings: [joined], written: joined, sentence })
        at++
      } else {
        const words = read(part)
        // Signs for letters are no typing errors.
        const written = ([reading = part]: string[]) => (words.length > 1 || !/^\p{L}+$/u.test(part) ? reading : part)
        said.push(...words.map((readings) => ({ readings, written: written(readings), sentence })))
      }
    }
    return said
  }
}
