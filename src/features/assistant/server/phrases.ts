import { type MessageWord, toComparable } from './spelling.ts'

/** The place of a phrase in a message: its first and its last word. */
export interface Match<T> {
  phrase: T
  start: number
  end: number
}

/** Lists of words by name. Phrases refer to a list in angle brackets. */
export type WordLists = Readonly<Record<string, readonly string[]>>

/** The maximum number of words that `...` stands for. */
const GAP = 3

/** A state of the automaton: what the message may contain so far. */
interface State<T> {
  next: Map<string, State<T>[]>
  /** The state after any word. */
  any: State<T> | null
  /** States that are active together with this one. */
  also: State<T>[]
  /** The states that follow, by the written piece. Phrases with the same beginning share them. */
  made: Map<string, State<T>>
  ends: T[]
}

const newState = <T>(): State<T> => ({ next: new Map(), any: null, also: [], made: new Map(), ends: [] })

const piecesOf = (phrase: string) => phrase.match(/\([^()]*\)\??|[^\s()]+/g) ?? []
const isOptional = (piece: string) => piece.endsWith('?') || piece === '...'
const waysOf = (piece: string) => (piece === '/' ? ['/'] : piece.replace(/^\(|\)?\??$/g, '').split('/'))
const splitWords = (piece: string) => waysOf(piece).flatMap((way) => way.split(/\s+/))
const listIn = (way: string) => /^<([^<>]+)>$/.exec(way)?.[1]

/** The parts of a phrase, which may be anywhere in a message: this + that. */
export const partsOf = (phrase: string): string[] => phrase.split(' + ')

/** The problem with the syntax of a phrase, or null. `lists` are the names of lists that it may use. */
export function phraseProblem(phrase: string, lists: readonly string[]): string | null {
  for (const part of partsOf(phrase)) {
    if (/[()]/.test(part.replace(/\([^()]*\)\??/g, ' '))) return 'brackets that close, and none inside others'
    const words = piecesOf(part).flatMap((piece) => (piece === '...' ? [] : splitWords(piece)))
    for (const word of words) {
      const list = listIn(word)
      if (list !== undefined && !lists.includes(list)) return `a list that stands above: <${list}> does not`
      if (list === undefined && !/^([\p{L}\p{N}\p{M}'’]+\*?|\/)$/u.test(word)) return `words: "${word}" is none`
    }
    if (piecesOf(part).every(isOptional)) return 'a word that must stand there'
  }
  return null
}

/** The distinct words of the phrases. */
export function vocabularyOf(phrases: Iterable<string>): Set<string> {
  const words = new Set<string>()
  for (const phrase of phrases) {
    for (const word of piecesOf(phrase).flatMap(splitWords)) {
      if (/^[\p{L}\p{N}]/u.test(word)) words.add(word)
    }
  }
  return words
}

/**
 * Finds all phrases in a single pass over a message. In a phrase, `a/b` is one of these words, `(on/go on)` is one of
 * these word groups, `<list>` is a word of a list, `swat*` is any word with this beginning, `so?` is optional, and
 * `...` is up to three words. Fillers may occur between any two words.
 */
export function createPhrases<T>(
  phrases: Iterable<readonly [phrase: string, means: T]>,
  lists: WordLists,
  fillers: ReadonlySet<string>,
): (said: readonly MessageWord[]) => Match<T>[] {
  const root = newState<T>()
  const beginnings = new Set<string>()

  function addPiece(from: State<T>, piece: string): State<T> {
    const made = from.made.get(piece)
    if (made !== undefined) return made
    const to = newState<T>()
    from.made.set(piece, to)
    if (isOptional(piece)) from.also.push(to)
    if (piece === '...') {
      let at = from
      for (let word = 0; word < GAP; word++) {
        const next = newState<T>()
        next.also.push(to)
        at.any = next
        at = next
      }
      return to
    }
    for (const way of waysOf(piece).flatMap((one) => lists[listIn(one) ?? ''] ?? [one])) {
      if (/[\s<(/.]/.test(way) && way !== '/') add(from, way).also.push(to)
      else from.next.set(toComparable(way), [...(from.next.get(toComparable(way)) ?? []), to])
      if (way.endsWith('*')) beginnings.add(toComparable(way))
    }
    return to
  }
  const beginningsOf = (word: string) =>
    lengths.flatMap((length) => {
      const beginning = `${word.slice(0, length)}*`
      return length <= word.length && beginnings.has(beginning) ? beginning : []
    })
  const add = (from: State<T>, phrase: string) => piecesOf(phrase).reduce(addPiece, from)
  for (const [phrase, means] of phrases) add(root, phrase).ends.push(means)
  const lengths = [...new Set(Array.from(beginnings, (beginning) => beginning.length - 1))]

  return (said) => {
    const matches: Match<T>[] = []
    let active = new Map<State<T>, number>()
    for (const [at, word] of said.entries()) {
      const readings = word.readings.flatMap((reading) => [reading, ...beginningsOf(reading)])
      const following = new Map<State<T>, number>()
      const enter = (state: State<T>, start: number) => {
        if ((following.get(state) ?? Number.POSITIVE_INFINITY) <= start) return
        following.set(state, start)
        for (const phrase of state.ends) matches.push({ phrase, start, end: at })
        for (const other of state.also) enter(other, start)
      }
      const follow = (state: State<T>, start: number) => {
        for (const reading of readings) for (const to of state.next.get(reading) ?? []) enter(to, start)
        if (state.any !== null) enter(state.any, start)
      }
      for (const [state, start] of active) follow(state, start)
      follow(root, at)
      for (const other of root.also) follow(other, at)
      if (readings.some((reading) => fillers.has(reading))) {
        for (const [state, start] of active) if (!following.has(state)) following.set(state, start)
      }
      active = following
    }
    return matches
  }
}
