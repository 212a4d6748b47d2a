import type { Entry } from './entry-rules.ts'
import { type Grammar, type Token, tokensOf } from './token-rules.ts'

const SQL: Grammar = {
  comments: [
    ['--', '\n'],
    ['/*', '*/'],
  ],
  longTexts: [],
  isDoubled: true,
}

type Tokens = Iterator<Token, undefined>

/**
 * The rows that a dump inserts into a table, by the names of its columns; `columns` are those of a statement that names
 * none. A statement ends where it cannot be followed. Nothing is run.
 */
export function readInsertedRows(text: string, table: string, columns: readonly string[]): Entry[] {
  return [...text.matchAll(/\bINSERT\s+(?:IGNORE\s+)?INTO\s+[`"]?(\w+)[`"]?/gi)].flatMap((begin) =>
    begin[1] === table ? readStatement(tokensOf(text, begin.index + begin[0].length, SQL), columns) : [],
  )
}

function readStatement(tokens: Tokens, columns: readonly string[]): Entry[] {
  let names = columns
  let token = tokens.next().value
  if (isSign(token, '(')) {
    names = readValues(tokens)?.map(String) ?? columns
    token = tokens.next().value
  }
  if (token === undefined || 'sign' in token || !/^values?$/i.test(String(token.value))) return []
  const rows: Entry[] = []
  for (token = tokens.next().value; isSign(token, '(') || isSign(token, ','); token = tokens.next().value) {
    const values = isSign(token, '(') ? readValues(tokens) : null
    if (values !== null) rows.push(Object.fromEntries(names.map((name, at) => [name, values[at] ?? null])))
  }
  return rows
}

const isSign = (token: Token | undefined, sign: string) => token !== undefined && 'sign' in token && token.sign === sign

/** What stands up to the closing bracket; null where there is none. */
function readValues(tokens: Tokens): (string | number | null)[] | null {
  const values: (string | number | null)[] = []
  for (let token = tokens.next().value; token !== undefined; token = tokens.next().value) {
    if (isSign(token, ')')) return values
    if ('value' in token) values.push(token.value)
  }
  return null
}
