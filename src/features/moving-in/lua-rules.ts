import type { Entry } from './entry-rules.ts'
import { type Grammar, type Token, tokensOf } from './token-rules.ts'

const LUA: Grammar = {
  comments: [
    ['--[[', ']]'],
    ['--', '\n'],
  ],
  longTexts: [['[[', ']]']],
  isDoubled: false,
}

/**
 * The tables with named fields inside the Lua table that begins at a position, at any depth, each as an object. Only
 * literal values are read: nothing is run, and calculated values are left out.
 */
export function readLuaTables(text: string, begin: number): Entry[] {
  const found: Entry[] = []
  const open: Map<string, string | number>[] = []
  let tokens: Token[] = []
  for (const token of tokensOf(text, begin, LUA)) {
    const sign = 'sign' in token ? token.sign : ''
    if (!'{},;'.includes(sign) || sign === '') {
      tokens.push(token)
      continue
    }
    if (sign === '{') open.push(new Map())
    else addField(open.at(-1), tokens)
    tokens = []
    if (sign !== '}') continue
    const fields = open.pop()
    if (fields !== undefined && fields.size > 0) found.push(Object.fromEntries(fields))
    if (open.length === 0) break
  }
  return found
}

/** Adds a field that is written as `name = value` or `["name"] = value`. */
function addField(fields: Map<string, string | number> | undefined, tokens: readonly Token[]): void {
  const written = tokens.map((token) => ('sign' in token ? token.sign : { value: token.value }))
  const [name, equals, value] = written[0] === '[' && written[2] === ']' ? [written[1], ...written.slice(3)] : written
  if (typeof name !== 'object' || equals !== '=' || typeof value !== 'object') return
  const isAlone = written.length === (written[0] === '[' ? 5 : 3)
  if (isAlone && value.value !== null) fields?.set(String(name.value), value.value)
}
