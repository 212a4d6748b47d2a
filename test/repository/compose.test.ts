import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { readEnvironment } from '#server/config/environment.ts'
import { root } from '#server/paths.ts'

const Service = z.object({
  environment: z.record(z.string(), z.union([z.string(), z.number()])),
  volumes: z.array(z.string()),
  logging: z.object({ options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
  read_only: z.boolean().optional(),
  deploy: z.object({ replicas: z.number() }).optional(),
})
const Compose = z.object({
  services: z.object({ site: Service, database: Service, caddy: Service }),
  volumes: z.record(z.string(), z.null()),
})

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const { services, volumes } = Compose.parse(parse(read('compose.yaml')))
const docs = read('docs/running-it.md')

/** The settings that docs/running-it.md tells an owner to put into .env. */
const DOT_ENV = Object.fromEntries(
  [...(/```ini\n([\s\S]*?)```/.exec(docs)?.[1] ?? '').matchAll(/^([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
)

/** Fills in `${NAME}`, `${NAME:?message}` and `${NAME:-default}` as Compose does. */
function filledIn(value: string | number): string {
  return String(value).replace(/\$\{(\w+)(?::\?[^}]*|:-([^}]*))?\}/g, (_, name: string, otherwise?: string) => {
    const given = DOT_ENV[name] ?? otherwise
    if (given === undefined) throw new Error(`docs/running-it.md does not set ${name}`)
    return given
  })
}

describe('compose.yaml', () => {
  it('starts two processes with an environment that the site accepts, from the .env of the guide', () => {
    const given = Object.entries(services.site.environment).map(([name, value]) => [name, filledIn(value)])
    const environment = readEnvironment({ HOST: '0.0.0.0', ...DOT_ENV, ...Object.fromEntries(given) })
    expect(environment).toMatchObject({
      origin: `https://${DOT_ENV.SITE_NAME}`,
      trustProxy: 1,
      discord: { clientId: DOT_ENV.DISCORD_CLIENT_ID },
    })
    expect(environment.databaseUrl).toContain('@database:5432/site')
    expect(services.site.deploy?.replicas).toBe(2)
    expect(services.site.read_only).toBe(true)
  })

  it('limits the size of every log', () => {
    for (const { logging } of Object.values(services)) {
      expect(logging.options).toEqual({ 'max-size': '10m', 'max-file': '5' })
    }
  })

  it('mounts existing files only', () => {
    const sources = Object.values(services).flatMap((service) =>
      service.volumes.map((text) => text.replace(/^\$\{\w+:-([^}]*)\}/, '$1').split(':')[0] ?? ''),
    )
    expect(sources).toContain('./community')
    for (const source of sources) {
      if (source.startsWith('./')) expect(existsSync(join(root, source)), source).toBe(true)
      else expect(Object.keys(volumes)).toContain(source)
    }
  })
})

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n')

  it('copies existing files that .dockerignore does not exclude', () => {
    const sources = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(' ').slice(1, -1))
      .filter((source) => source !== '.')
    expect(sources.length).toBeGreaterThan(2)
    for (const source of sources) requireLetThrough(source)
  })

  it('copies every file that a build or a release reads', () => {
    const imported = [...read('vite.config.ts').matchAll(/from '\.\/([^']+)'/g)].map(([, path]) => path ?? '')
    expect(imported).toContain('scripts/public-modules.ts')
    const others = ['vite.config.ts', 'tsconfig.json', 'src/app/main.ts', 'dev/discord/stand-in.ts', 'db/migrations']
    const packed = ['community', 'demo', 'scripts/start.mjs', 'scripts/release.mjs']
    for (const source of [...imported, ...others, ...packed]) requireLetThrough(source)
  })

  function requireLetThrough(source: string) {
    const letThrough = read('.dockerignore').match(/(?<=^!).+/gm) ?? []
    expect(existsSync(join(root, source)), source).toBe(true)
    const isLetThrough = letThrough.some((pattern) => source === pattern || source.startsWith(`${pattern}/`))
    expect(isLetThrough, source).toBe(true)
  }

  it('runs without root, on the recommended Node version', () => {
    const [build, ...others] = lines.filter((line) => line.startsWith('FROM '))
    expect(build).toContain('node:24-bookworm-slim')
    // The last stage uses the same Debian release, and the Node of the build stage.
    expect(others).toEqual(['FROM debian:bookworm-slim'])
    expect(lines).toContain('COPY --from=build /usr/local/bin/node /usr/local/bin/node')
    const user = lines.indexOf('USER 1000:1000')
    expect(user).toBeGreaterThan(0)
    expect(user).toBeLessThan(lines.findIndex((line) => line.startsWith('CMD ')))
  })
})
