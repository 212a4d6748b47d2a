import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { fromRoot } from '../paths.ts'

const Settings = z.record(z.string(), z.string())

/** Where the set-up in a browser keeps its answers: in the folder of data, which survives updates. */
export const settingsFileIn = (dataDir: string) => join(fromRoot(dataDir), 'settings.json')

/**
 * Adds the settings of the file to the environment, which wins; an empty variable is none. Throws an error for people
 * where the file cannot be read.
 */
export function addSettingsFile(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = settingsFileIn(env.DATA_DIR?.trim() || 'data')
  if (!existsSync(file)) return env
  for (const [name, value] of Object.entries(readSettings(file))) {
    if (!env[name]?.trim()) env[name] = value
  }
  return env
}

function readSettings(file: string): Record<string, string> {
  let said: unknown
  try {
    said = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // Not its own words: those of JSON quote the text, which holds secrets.
    const why = error instanceof Error && 'code' in error ? `it cannot be read (${error.code})` : 'it is no JSON'
    throw new Error(`${file}: ${why}`)
  }
  const settings = Settings.safeParse(said)
  if (!settings.success) throw new Error(`${file}: expected settings with their values in quotes`)
  return settings.data
}

/** Writes the file as a whole, for the user of the site alone. Answers where it is. */
export function writeSettingsFile(dataDir: string, settings: Record<string, string>): string {
  const file = settingsFileIn(dataDir)
  mkdirSync(fromRoot(dataDir), { recursive: true, mode: 0o700 })
  const draft = `${file}.new`
  writeFileSync(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  // One that was left behind keeps its own mode.
  chmodSync(draft, 0o600)
  renameSync(draft, file)
  return file
}
