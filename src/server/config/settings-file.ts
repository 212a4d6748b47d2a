import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { fromRoot } from '../paths.ts'

const Settings = z.record(z.string(), z.string())

/** The file with the answers of the setup in the browser. It is in the data folder, which survives updates. */
export const settingsFileIn = (dataDir: string) => join(fromRoot(dataDir), 'settings.json')

/**
 * Adds the settings of the file to the environment, which takes precedence. An empty variable counts as not set. Throws
 * a readable error if the file cannot be read.
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
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // Do not use the error's message: that of JSON.parse quotes the text, which contains secrets.
    const why = error instanceof Error && 'code' in error ? `it cannot be read (${error.code})` : 'it is no JSON'
    throw new Error(`${file}: ${why}`)
  }
  const settings = Settings.safeParse(parsed)
  if (!settings.success) throw new Error(`${file}: expected settings with their values in quotes`)
  return settings.data
}

/** Writes the file atomically, readable only for the site's user. Returns its path. */
export function writeSettingsFile(dataDir: string, settings: Record<string, string>): string {
  const file = settingsFileIn(dataDir)
  mkdirSync(fromRoot(dataDir), { recursive: true, mode: 0o700 })
  const draft = `${file}.new`
  writeFileSync(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
  // A draft that an earlier run left behind would keep its mode.
  chmodSync(draft, 0o600)
  renameSync(draft, file)
  return file
}
