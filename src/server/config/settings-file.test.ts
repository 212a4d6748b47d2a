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

describe('The file of settings that the set-up writes', () => {
  it('is for the user of the site alone, also where one for all was left behind', () => {
    writeSettingsFile(dataDir, { OWNER_IDS: '1' })
    writeFileSync(`${file}.new`, 'left behind')
    chmodSync(`${file}.new`, 0o644)
    expect(writeSettingsFile(dataDir, { OWNER_IDS: '2' })).toBe(file)
    expect(modeOf(file)).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['settings.json'])
  })

  it('adds what the environment does not say', () => {
    writeSettingsFile(dataDir, { OWNER_IDS: 'from the file', PUBLIC_URL: 'from the file', DISCORD_BOT_TOKEN: 'kept' })
    const env = { DATA_DIR: dataDir, PUBLIC_URL: 'from the environment', DISCORD_BOT_TOKEN: ' ' }
    expect(addSettingsFile(env)).toEqual({
      DATA_DIR: dataDir,
      OWNER_IDS: 'from the file',
      PUBLIC_URL: 'from the environment',
      DISCORD_BOT_TOKEN: 'kept',
    })
  })

  it('may be missing', () => {
    expect(addSettingsFile({ DATA_DIR: dataDir })).toEqual({ DATA_DIR: dataDir })
  })

  it.each([
    ['no JSON', '{"DISCORD_BOT_TOKEN": "a-secret"', 'it is no JSON'],
    ['a number', '{"DISCORD_BOT_TOKEN": "a-secret", "PORT": 3000}', 'expected settings with their values in quotes'],
  ])('that holds %s is refused without a word of it', (_, text, why) => {
    writeSettingsFile(dataDir, {})
    writeFileSync(file, text)
    expect(() => addSettingsFile({ DATA_DIR: dataDir })).toThrow(new Error(`${file}: ${why}`))
  })
})
