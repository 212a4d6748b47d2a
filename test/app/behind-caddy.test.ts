import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createModel, type Model } from '#features/assistant/server/gateway.ts'
import { findOwnAddress } from '#features/users/contract.ts'
import { root } from '#server/paths.ts'
import { findCaddy } from '../../scripts/caddy.mjs'
import { freePort } from '../../scripts/free-port.mjs'
import { type FakeModel, fakeModel } from '../fakes/model.ts'
import { liveTabs, rest } from '../live.ts'
import { PEOPLE } from '../people.ts'
import { ORIGIN, useWorld } from '../world.ts'

/** All tests of this file need Caddy. Install it with `apt install caddy`, then run this file again. */
const caddy = findCaddy()
const SHIPPED = readFileSync(join(root, 'Caddyfile'), 'utf8')
const RECIPES = readFileSync(join(root, 'docs/running-it.md'), 'utf8')

/** A site with the settings that docs/running-it.md recommends behind Cloudflare. */
const behindCloudflare = useWorld({ app: { trustProxy: 2 } })
/** The language model of the site `one`. */
let fake: FakeModel | undefined
const model: Model = {
  ask: (...args) => createModel({ apiUrl: fake?.url ?? '', model: 'small' }).ask(...args),
}
const one = useWorld({ app: { trustProxy: 1, model } })
const other = useWorld({ app: { trustProxy: 1 } })
const live = liveTabs(one)
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  live.closeAll()
  for (const end of ends.splice(0).reverse()) await end()
})

/** The Caddyfile of way A in docs/running-it.md for a site on this port. `line` is added to its `reverse_proxy`. */
function recipeFor(port: number, line = ''): string {
  const [, block] = /```\n(www\.example\.org \{\n[\s\S]*?\n\}\n)```/.exec(RECIPES) ?? []
  if (block === undefined) throw new Error('docs/running-it.md has no Caddyfile for www.example.org')
  return block.replace('www.example.org', '{$SITE_NAME}').replace('127.0.0.1:3000 {', `127.0.0.1:${port} {\n${line}`)
}

const listen = (app: FastifyInstance, port = 0) => app.listen({ host: '127.0.0.1', port })

/** Starts Caddy with this file in front of these sites and returns its port. Calls `heard` with each logged line. */
async function startCaddy(
  file: string,
  sites: readonly string[] = [],
  variables: Record<string, string> = {},
  onLine: (line: string) => void = () => undefined,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'))
  writeFileSync(join(folder, 'Caddyfile'), file)
  const port = await freePort()
  const child: ChildProcess = spawn(caddy ?? '', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      SITE_NAME: `http://localhost:${port}`,
      SITES: sites.map((address) => new URL(address).host).join(' '),
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  createInterface({ input: child.stderr ?? process.stdin }).on('line', (line) => {
    output += line
    onLine(line)
  })
  ends.push(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true })
  })
  await expect
    .poll(() => (child.exitCode === null ? output.includes('serving initial configuration') : output), {
      timeout: 15_000,
    })
    .toBe(true)
  return port
}

/** Starts both sites behind the Caddyfile that compose.yaml uses. */
const startBoth = async (onLine?: (line: string) => void) =>
  startCaddy(SHIPPED, [await listen(one().app), await listen(other().app)], {}, onLine)

interface Seen {
  at: number
  method: string
  status: number | undefined
  body: string
  milliseconds: number
}

const agent = new Agent({ keepAlive: true })

function ask(port: number, path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const at = performance.now()
  return new Promise<Seen>((resolve, reject) => {
    const { method = 'GET', headers = {} } = options
    const body = method === 'POST' ? '{}' : ''
    const json = { 'content-type': 'application/json', 'content-length': String(body.length), origin: ORIGIN }
    request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { host: `localhost:${port}`, ...headers, ...(body && json) },
      },
      async (answer) =>
        resolve({
          at,
          method,
          status: answer.statusCode,
          body: await text(answer),
          milliseconds: performance.now() - at,
        }),
    )
      .on('error', reject)
      .end(body)
  })
}
const write = (port: number) => ask(port, '/api/auth/logout', { method: 'POST' })

/** Sends this request and returns the status. Undefined when the connection ends without a response. */
async function statusOf(port: number, head: string): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\nhost: localhost:${port}\r\n\r\n`)
  ends.push(async () => socket.destroy())
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return /^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]
}

/** Simulates a power failure: the process stops listening and its connections are closed. */
function die({ server }: FastifyInstance): void {
  server.close()
  server.closeAllConnections()
}

/** The address that the site sees for a request from `localAddress` with this X-Forwarded-For header. */
async function seenFrom(port: number, localAddress: string, forwarded: string): Promise<string> {
  const headers = { host: `localhost:${port}`, 'x-forwarded-for': forwarded }
  const path = findOwnAddress.path
  const sent = request({ host: '127.0.0.1', port, path, localAddress, headers, agent: false }).end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  return answer === undefined ? '' : z.parse(findOwnAddress.reply, JSON.parse(await text(answer))).address
}

describe.skipIf(caddy === undefined)('Behind Caddy', () => {
  it('the visitor address is that of the connection, whatever the headers say', async () => {
    const port = await startBoth()
    expect(await seenFrom(port, '127.0.0.2', '198.51.100.1')).toBe('127.0.0.2')
  })

  it('behind Cloudflare the visitor address is the one that Cloudflare received, and other clients cannot set it', async () => {
    const site = await listen(behindCloudflare().app)
    const cloudflare = { TRUSTED_PROXIES: '127.0.0.2/32 2400:cb00::/32' }
    const files = [SHIPPED, recipeFor(Number(new URL(site).port), 'trusted_proxies 127.0.0.2/32 2400:cb00::/32')]
    for (const file of files) {
      const port = await startCaddy(file, [site], cloudflare)
      expect(await seenFrom(port, '127.0.0.2', '198.51.100.1')).toBe('198.51.100.1')
      expect(await seenFrom(port, '127.0.0.2', '203.0.113.9, 198.51.100.1')).toBe('198.51.100.1')
      expect(await seenFrom(port, '127.0.0.3', '198.51.100.1')).toBe('127.0.0.3')
    }
  })

  it('a request for another protocol does not interrupt the site for visitors', async () => {
    const port = await startBoth()
    const websocket = 'GET / HTTP/1.1\r\nconnection: Upgrade\r\nupgrade: websocket'
    const refused = []
    const visits = []
    for (let count = 0; count < 28; count++) {
      refused.push(await statusOf(port, websocket), await statusOf(port, 'CONNECT / HTTP/1.1'))
      visits.push(await ask(port, '/'))
    }
    expect(new Set(refused)).toEqual(new Set(['400']))
    expect(visits.filter(({ status }) => status !== 200)).toEqual([])
    expect(Math.max(...visits.map(({ milliseconds }) => milliseconds))).toBeLessThan(1_000)
  })

  it('a request that offers h2c gets the page', async () => {
    const port = await startBoth()
    const headers = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAoAAAAAIAAAAA',
    }
    const { status, body } = await ask(port, '/', { headers })
    expect(status).toBe(200)
    expect(body).toContain('<title>')
  })

  it('a live connection opens', async () => {
    const port = await startCaddy(SHIPPED, [await listen(one().app)])
    await live.connect(await one().signIn(PEOPLE.staff), `http://localhost:${port}`)
  })

  it('a streamed response arrives while it is written', async () => {
    const stand = await fakeModel()
    fake = stand
    ends.push(() => stand.close())
    const rule = 'You must be at least 16 years old to play on our server.'
    stand.will({ kind: 'stalls', text: `You have to be 16 or older.\n[1] "${rule}"\n` })
    const port = await startCaddy(SHIPPED, [await listen(one().app)])
    const leaving = new AbortController()
    const answer = await fetch(`http://localhost:${port}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', origin: ORIGIN },
      body: JSON.stringify({ chatMessages: [{ type: 'user', content: 'What is the minimum age to play?' }] }),
      signal: leaving.signal,
    })
    const { value } = (await answer.body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toContain('event: quote')
    leaving.abort()
    await expect.poll(() => stand.asked.at(-1)?.isGone).toBe(true)
  })

  it('when a process crashes, writes fail until the next health check of Caddy, and visitors notice nothing', async () => {
    const deadTimes: number[] = []
    const port = await startBoth((line) => {
      if (line.includes('health_checker') && line.includes('refused')) deadTimes.push(performance.now())
    })
    const running: Promise<Seen>[] = []
    const requestRounds = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        running.push(ask(port, '/'), write(port), write(port), ask(port, '/'))
        await rest(50)
      }
    }
    await requestRounds(10)
    die(one().app)
    const crashedAt = performance.now()
    // Caddy logs a failed health check before it acts on it. After the second log line it has acted on the first.
    while (deadTimes.length < 2) await requestRounds(1)
    await requestRounds(20)
    const failed = (await Promise.all(running)).filter(({ status }) => status !== 200 && status !== 429)
    expect(failed.filter(({ method, status }) => method !== 'POST' || status !== 502)).toEqual([])
    expect(failed.filter(({ at }) => at > (deadTimes[1] ?? 0))).toEqual([])
    expect(failed.filter(({ at }) => at > crashedAt + 2_500)).toEqual([])
  })

  it('the remaining process receives every write, however many are sent at once', async () => {
    const remaining = createServer((_, answer) => answer.end()).listen(0, '127.0.0.1')
    ends.push(async () => remaining.close())
    await once(remaining, 'listening')
    const address = remaining.address()
    const livePort = typeof address === 'object' ? address?.port : undefined
    const deadPort = await freePort()
    // Each dead process makes Caddy's search for a live one longer, so that searches of two requests can overlap.
    const deadSites = Array.from({ length: 250 }, (_, at) => `http://127.0.0.${at + 2}:${deadPort}`)
    let deadCount = 0
    const port = await startCaddy(SHIPPED, [`http://127.0.0.1:${livePort}`, ...deadSites], {}, (line) => {
      if (line.includes('health_checker') && line.includes('refused')) deadCount++
    })
    await expect.poll(() => deadCount).toBeGreaterThan(deadSites.length)
    const refused: Seen[] = []
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 200 }, () => write(port)))
      refused.push(...answers.filter(({ status }) => status !== 200))
    }
    expect(refused).toEqual([])
  })

  it('a page request waits while the site restarts', async () => {
    const sitePort = await freePort()
    const port = await startCaddy(recipeFor(sitePort))
    const visit = ask(port, '/')
    await rest(1_000)
    await listen(one().app, sitePort)
    const { status, milliseconds } = await visit
    expect(status).toBe(200)
    expect(milliseconds).toBeGreaterThan(900)
  })
})
