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
 * The rows that a dump inserts into a table, by column name. `columns` are the names for a statement without column
 * names. Reading a statement stops where its syntax is unknown. Nothing is run.
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

/** The values up to the closing bracket. Null when there is no closing bracket. */
function readValues(tokens: Tokens): (string | number | null)[] | null {
  const values: (string | number | null)[] = []
  for (let token = tokens.next().value; token !== undefined; token = tokens.next().value) {
    if (isSign(token, ')')) return values
    if ('value' in token) values.push(token.value)
  }
  return null
}
