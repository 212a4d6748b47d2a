/** A token of a program's text: a sign such as `(`, or a value. A name is a text value too. */
export type Token = { sign: string } | { value: string | number | null }

/** How a language writes comments and texts. */
export interface Grammar {
  /** The beginning and the end of each kind of comment. */
  comments: readonly (readonly [begin: string, end: string])[]
  /** The beginning and the end of each kind of text without escapes. */
  longTexts: readonly (readonly [begin: string, end: string])[]
  /** Whether a quote inside a text is written twice. */
  isDoubled: boolean
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '', t: '\t', 0: '' }

/**
 * Reads a text token by token. A comment or text that is not closed extends to the end, so that nothing is read twice.
 */
export function* tokensOf(text: string, begin: number, grammar: Grammar): Generator<Token, undefined> {
  const word = /[\p{L}\p{N}_.+-]+/uy
  let at = begin
  while (at < text.length) {
    const sign = text.charAt(at)
    const comment = grammar.comments.find(([opening]) => text.startsWith(opening, at))
    const long = grammar.longTexts.find(([opening]) => text.startsWith(opening, at))
    word.lastIndex = at
    if (/\s/.test(sign)) at += 1
    else if (comment !== undefined) at = endOf(text, comment, at) + comment[1].length
    else if (long !== undefined) {
      const end = endOf(text, long, at)
      yield { value: text.slice(at + long[0].length, end) }
      at = end + long[1].length
    } else if (sign === "'" || sign === '"' || sign === '`') {
      const { value, end } = quotedFrom(text, at, grammar.isDoubled)
      yield { value }
      at = end
    } else {
      const [written] = word.exec(text) ?? []
      yield written === undefined ? { sign } : { value: writtenValue(written) }
      at += written?.length ?? 1
    }
  }
  return undefined
}

function endOf(text: string, [opening, closing]: readonly [string, string], at: number): number {
  const end = text.indexOf(closing, at + opening.length)
  return end === -1 ? text.length : end
}

function quotedFrom(text: string, begin: number, isDoubled: boolean): { value: string; end: number } {
  const quote = text.charAt(begin)
  const parts: string[] = []
  let at = begin + 1
  for (; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '\\') {
      at += 1
      parts.push(ESCAPED[text.charAt(at)] ?? text.charAt(at))
    } else if (sign !== quote) parts.push(sign)
    else if (isDoubled && text.charAt(at + 1) === quote) {
      at += 1
      parts.push(quote)
    } else break
  }
  return { value: parts.join(''), end: at + 1 }
}

function writtenValue(written: string): string | number | null {
  if (/^(null|nil)$/i.test(written)) return null
  return /^[+-]?\d{1,15}(\.\d+)?$/.test(written) ? Number(written) : written
}
