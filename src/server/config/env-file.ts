import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { fromRoot } from '../paths.ts'

/**
 * Adds the settings of the file that ENV_FILE names, otherwise of `.env` in the site's folder, to the environment, which
 * wins. Only a file that is named has to be there. Throws what reading it throws.
 */
export function addEnvFile(env: NodeJS.ProcessEnv, usual = '.env'): NodeJS.ProcessEnv {
  const named = env.ENV_FILE?.trim() || undefined
  const settings = parseEnv(textOf(fromRoot(named ?? usual), named === undefined))
  for (const [name, value] of Object.entries(settings)) env[name] ??= value
  return env
}

function textOf(file: string, mayBeMissing: boolean): string {
  try {
    // An editor on Windows begins a file with a mark, which would become part of the first name.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    if (mayBeMissing && error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
