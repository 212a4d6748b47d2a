import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { addSettingsFile, settingsFileIn, writeSettingsFile } from './settings-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
const dataDir = join(folder, 'data')
const file = settingsFileIn(dataDir)
beforeEach(() => rmSync(dataDir, { recursive: true, force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('The settings file of the set-up', () => {
  it('the file is readable by the user of the site only, even if an older one was not', () => {
    writeSettingsFile(dataDir, { OWNER_IDS: '1' })
    writeFileSync(`${file}.new`, 'left behind')
    chmodSync(`${file}.new`, 0o644)
    expect(writeSettingsFile(dataDir, { OWNER_IDS: '2' })).toBe(file)
    expect(modeOf(file)).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['settings.json'])
  })

  it('the file adds variables that the environment does not set', () => {
    writeSettingsFile(dataDir, { OWNER_IDS: 'from the file', PUBLIC_URL: 'from the file', DISCORD_BOT_TOKEN: 'kept' })
    const env = { DATA_DIR: dataDir, PUBLIC_URL: 'from the environment', DISCORD_BOT_TOKEN: ' ' }
    expect(addSettingsFile(env)).toEqual({
      DATA_DIR: dataDir,
      OWNER_IDS: 'from the file',
      PUBLIC_URL: 'from the environment',
      DISCORD_BOT_TOKEN: 'kept',
    })
  })

  it('the file is optional', () => {
    expect(addSettingsFile({ DATA_DIR: dataDir })).toEqual({ DATA_DIR: dataDir })
  })

  it.each([
    ['no JSON', '{"DISCORD_BOT_TOKEN": "a-secret"', 'it is no JSON'],
    ['a number', '{"DISCORD_BOT_TOKEN": "a-secret", "PORT": 3000}', 'expected settings with their values in quotes'],
  ])('a file that contains %s is refused without its content', (_, text, why) => {
    writeSettingsFile(dataDir, {})
    writeFileSync(file, text)
    expect(() => addSettingsFile({ DATA_DIR: dataDir })).toThrow(new Error(`${file}: ${why}`))
  })
})
