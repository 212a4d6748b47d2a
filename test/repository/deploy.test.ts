import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { readEnvironment } from '#server/config/environment.ts'
import { root } from '#server/paths.ts'

const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const settings = {
  PUBLIC_URL: 'https://www.example.org',
  DISCORD_CLIENT_ID: '123456789012345678',
  DISCORD_CLIENT_SECRET: 'secret',
  DISCORD_GUILD_ID: '234567890123456789',
  OWNER_IDS: '345678901234567890',
}

describe('The Pterodactyl egg', () => {
  const Egg = z.object({
    meta: z.object({ version: z.literal('PTDL_v2') }),
    startup: z.string(),
    config: z.object({ startup: z.string() }),
    scripts: z.object({ installation: z.object({ script: z.string() }) }),
    variables: z.array(z.object({ env_variable: z.string(), default_value: z.string(), rules: z.string() })),
  })
  const egg = Egg.parse(JSON.parse(read('pterodactyl-egg.json')))

  it('asks only for settings that the site has and needs', () => {
    const variables = egg.variables.filter(({ env_variable: name }) => name !== 'RELEASE_URL')
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    for (const { env_variable: name } of variables) expect(readme).toContain(`\`${name}\``)
    const defaults = Object.fromEntries(
      variables.map(({ env_variable, default_value }) => [env_variable, default_value]),
    )
    expect(readEnvironment({ ...defaults, ...settings })).toMatchObject({ trustProxy: 1, databaseUrl: undefined })
    const needed = variables.filter(({ rules, default_value: value }) => rules.startsWith('required') && value === '')
    expect(needed.map(({ env_variable }) => env_variable).sort()).toEqual(
      Object.keys(settings)
        .filter((name) => name !== 'OWNER_IDS')
        .sort(),
    )
  })

  it('starts a file of the release, and recognizes the message that the site is ready', () => {
    expect(existsSync(join(root, /program\/(\S+\.mjs)$/.exec(egg.startup)?.[1] ?? 'nowhere'))).toBe(true)
    const { done } = z.object({ done: z.string() }).parse(JSON.parse(egg.config.startup))
    expect(readFileSync(join(root, 'src/app/start.ts'), 'utf8')).toContain(done)
  })

  it('installs with a script of valid bash syntax', () => {
    execFileSync('bash', ['-n'], { input: egg.scripts.installation.script })
  })
})

it.each(['package.json', 'Dockerfile', 'deploy/install.sh', 'deploy/pterodactyl-egg.json', 'bench/site.ts'])(
  '%s starts the site with a small young generation',
  (file) => {
    expect(readFileSync(join(root, file), 'utf8')).toMatch(
      /max-semi-space-size=4\b.*(scripts\/start\.mjs|dist\/server\/main\.js)/,
    )
  },
)

it('the Coolify template gives the site a valid environment', () => {
  const Service = z.object({ environment: z.array(z.string()) })
  const { site } = z.object({ services: z.object({ site: Service }) }).parse(parse(read('coolify.yaml'))).services
  const filled: Record<string, string> = {
    ...settings,
    SERVICE_URL_SITE: 'https://www.example.org',
    SERVICE_PASSWORD_DATABASE: 'letters',
  }
  const given = site.environment
    .filter((line) => line.includes('='))
    .map((line) => line.replace(/\$\{(\w+)(?::\?|:-([^}]*))?\}/g, (_, name, otherwise) => filled[name] ?? otherwise))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  expect(readEnvironment({ HOST: '0.0.0.0', ...Object.fromEntries(given) })).toMatchObject({
    origin: 'https://www.example.org',
    databaseUrl: 'postgres://site:letters@database:5432/site',
    trustProxy: 1,
  })
})

it('the install script has valid POSIX shell syntax', () => {
  execFileSync('sh', ['-n', join(root, 'deploy/install.sh')])
})
