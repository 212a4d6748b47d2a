import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { hasCode } from '#server/errors.ts'
import { fromRoot } from '../paths.ts'

/**
 * Adds the settings of a file to the environment, which takes precedence. The file is the one that ENV_FILE names, or
 * `.env` in the site's folder. Only a file that ENV_FILE names must exist. Throws the error of reading the file. Also
 * throws a readable error for a line that is no setting, because it would otherwise be ignored silently.
 */
export function addEnvFile(env: NodeJS.ProcessEnv, usual = '.env'): NodeJS.ProcessEnv {
  const named = env.ENV_FILE?.trim() || undefined
  const file = fromRoot(named ?? usual)
  const text = textOf(file, named === undefined)
  if (text.includes('\0'))
    throw new Error(`${file}: this is not UTF-8 text. Save the file again with the encoding UTF-8`)
  const lines = unreadLines(text)
  if (lines.length > 0) {
    const where = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(', ')}`
    throw new Error(`${file}: ${where}: expected NAME=value, or a remark that begins with #`)
  }
  const settings = parseEnv(text)
  for (const [name, value] of Object.entries(settings)) env[name] ??= value
  return env
}

/** A value in quotes, which may have several lines. */
const IN_QUOTES = /=[ \t]*(["'`])[\s\S]*?\1/g
/**
 * A valid line: a setting, a remark or an empty line. A remark must begin its line, because Node would read an indented
 * one together with the setting below it.
 */
const SETTING = /^(#.*|\s*|\s*(export\s+)?[\w.-]+\s*=.*)$/

/** The numbers of the invalid lines. */
function unreadLines(text: string): number[] {
  const lines = text.replace(IN_QUOTES, (value) => `=${value.replace(/[^\n]/g, '')}`).split(/\r?\n/)
  return lines.flatMap((line, index) => (SETTING.test(line) ? [] : [index + 1]))
}

function textOf(file: string, mayBeMissing: boolean): string {
  try {
    // Editors on Windows begin a file with a byte order mark, which would become part of the first name.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    if (mayBeMissing && hasCode(error, 'ENOENT')) return ''
    throw error
  }
}
