import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { addEnvFile } from './env-file.ts'
import { BadConfiguration, readEnvironment, readVariables } from './environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'site-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const file = (text: string | Buffer) => {
  const path = join(folder, '.env')
  writeFileSync(path, text)
  return path
}

describe('The .env file', () => {
  it('the file adds variables that the environment does not set', () => {
    const usual = file('PORT=8080\nHOST="127.0.0.1" # this machine\nexport OWNER_IDS=310000000000000106\n')
    expect(addEnvFile({ PORT: '9090' }, usual)).toEqual({
      PORT: '9090',
      HOST: '127.0.0.1',
      OWNER_IDS: '310000000000000106',
    })
  })

  it('the file does not replace an empty variable of the environment', () => {
    expect(addEnvFile({ DISCORD_BOT_TOKEN: '' }, file('DISCORD_BOT_TOKEN=secret'))).toEqual({ DISCORD_BOT_TOKEN: '' })
  })

  it('the file can have Windows line ends', () => {
    expect(addEnvFile({}, file('\uFEFFPORT=8080\r\nTZ=America/New_York\r\n'))).toEqual({
      PORT: '8080',
      TZ: 'America/New_York',
    })
  })

  it('ENV_FILE names another file', () => {
    const other = join(folder, 'website.env')
    writeFileSync(other, 'PORT=8081')
    expect(addEnvFile({ ENV_FILE: other }, file('PORT=8080'))).toMatchObject({ PORT: '8081' })
    expect(addEnvFile({ ENV_FILE: devNull }, file('PORT=8080'))).toEqual({ ENV_FILE: devNull })
  })

  it('the file is optional, unless ENV_FILE names it', () => {
    expect(addEnvFile({}, join(folder, 'nowhere'))).toEqual({})
    expect(() => addEnvFile({ ENV_FILE: join(folder, 'nowhere') })).toThrow('no such file')
  })

  it('invalid lines are reported by number, without their content', () => {
    vi.stubEnv('ENV_FILE', file('PORT=8080\nDISCORD_CLIENT_SECRET: hush\n\n# ours\n  # more\nPORT 8080\n'))
    expect(() => readEnvironment()).toThrow(
      /\.env: lines 2, 5, 6: expected NAME=value, or a remark that begins with #$/m,
    )
    expect(() => readEnvironment()).not.toThrow(/hush/)
  })

  it('the file can contain multi-line values, empty lines and comments', () => {
    const text = "A=\"one\ntwo: 2\"\n# a remark\n\nB = it's # ours\nC='x'\r\n"
    expect(addEnvFile({}, file(text))).toEqual({ A: 'one\ntwo: 2', B: "it's", C: 'x' })
  })

  it('the file must be UTF-8', () => {
    expect(() => addEnvFile({}, file(Buffer.from('\ufeffPORT=8080', 'utf16le')))).toThrow(
      'Save the file again with the encoding UTF-8',
    )
  })

  it('an unreadable file is a configuration error', () => {
    vi.stubEnv('ENV_FILE', folder)
    expect(() => readEnvironment()).toThrow(BadConfiguration)
    expect(() => readEnvironment()).toThrow(/the file of settings cannot be read: EISDIR/)
  })

  it('the file is read again each time, and variables of the environment keep priority', () => {
    vi.stubEnv('ENV_FILE', file('GAME_SERVER=wrong\nAUDIT_KEEP_DAYS=90'))
    vi.stubEnv('DATA_DIR', folder)
    expect(readVariables()).toMatchObject({ GAME_SERVER: 'wrong', AUDIT_KEEP_DAYS: '90' })
    file('GAME_SERVER=http://203.0.113.7:30120')
    expect(readEnvironment()).toMatchObject({ gameServer: 'http://203.0.113.7:30120', auditKeepDays: undefined })
    expect(process.env.GAME_SERVER).toBe('wrong')
    for (const name of ['GAME_SERVER', 'AUDIT_KEEP_DAYS']) delete process.env[name]
  })
})
