import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { ENDPOINTS, ROOMS, TOPICS, topicAccess } from '#app/features.ts'
import { PAGES } from '#app/routes.tsx'
import { rightsOf } from '#features/auth/rules.ts'
import { JOIN, LIST } from '#features/presence/contract.ts'
import { type Access, allows, type Member } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Room } from '#lib/room.ts'
import { root } from '#server/paths.ts'
import { liveTabs, rest } from '../live.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from '../people.ts'
import { useWorld } from '../world.ts'

const world = useWorld()
const live = liveTabs(world)
afterEach(() => live.closeAll())

/** The start of the sign-in is a page navigation that redirects, not a call. The spec puts it under /api. */
const NO_CALLS = ['GET /api/auth/discord/start']

const EVERYBODY: [string, TestPerson | null][] = [['nobody', null], ...Object.entries(PEOPLE)]

function mayPass(access: Access, person: TestPerson | null): boolean {
  if (person === null) return access === 'anyone'
  const { id, username, name, roleIds } = person
  const member: Member = { id, username, name, avatarUrl: '', ...rightsOf({ id, roleIds }, ROLE_IDS, []) }
  return allows(access, member)
}

/** Calls with a key header are for programs. No person has such a key. */
const isOpenTo = ({ access, keyHeader }: Endpoint, person: TestPerson | null) =>
  keyHeader === null && mayPass(access, person)

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const pathWithIds = (path: string) => path.replace(/\{\w+\}/g, '1')
const cookieOf = async (person: TestPerson | null) => (person === null ? undefined : await world().signIn(person))

async function callWith(endpoint: Endpoint, cookie: string | undefined) {
  const { statusCode, body } = await world().app.inject({
    method: endpoint.method,
    url: pathWithIds(endpoint.path),
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie === undefined ? {} : { cookie }) },
  })
  return { status: statusCode, body }
}

const SIGN_IN_NEEDED = {
  ok: false,
  error: { code: 'sign_in_needed', message: 'Sign in with Discord first.' },
}
const NOT_ALLOWED = {
  ok: false,
  error: { code: 'not_allowed', message: 'Your Discord roles do not allow this.' },
}

describe.each(EVERYBODY)('Access of %s', (_, person) => {
  it('every call without the necessary access is denied with a fixed error that says nothing about the record', async () => {
    const cookie = await cookieOf(person)
    const closed = ENDPOINTS.filter((endpoint) => endpoint.keyHeader === null && !isOpenTo(endpoint, person))
    const answers = []
    for (const endpoint of closed) {
      const { status, body } = await callWith(endpoint, cookie)
      answers.push([nameOf(endpoint), status, JSON.parse(body)])
    }
    const [status, failure] = person === null ? [401, SIGN_IN_NEEDED] : [403, NOT_ALLOWED]
    expect(answers).toEqual(closed.map((endpoint) => [nameOf(endpoint), status, failure]))
  })

  it('every call with the necessary access is allowed', async () => {
    const open = ENDPOINTS.filter((endpoint) => isOpenTo(endpoint, person))
    const closed = []
    for (const endpoint of open) {
      const { status } = await callWith(endpoint, await cookieOf(person))
      if (status === 401 || status === 403 || status >= 500) closed.push([nameOf(endpoint), status])
    }
    expect(closed).toEqual([])
  })

  it('every call for programs is denied without its key, before the server reads the body', async () => {
    const cookie = await cookieOf(person)
    const answers = []
    const keyed = ENDPOINTS.filter(({ keyHeader }) => keyHeader !== null)
    for (const endpoint of keyed) {
      for (const payload of [undefined, '{', 'x'.repeat(1_000_000)]) {
        const { statusCode, body } = await world().app.inject({
          method: endpoint.method,
          url: pathWithIds(endpoint.path),
          // Send it as if from another site: the origin check of other writes does not apply to these calls.
          headers: {
            'sec-fetch-site': 'cross-site',
            'content-type': endpoint.bodyType,
            ...(cookie === undefined ? {} : { cookie }),
          },
          payload,
        })
        answers.push([nameOf(endpoint), statusCode, JSON.parse(body).error.code])
      }
    }
    expect(answers).toEqual(keyed.flatMap((endpoint) => Array(3).fill([nameOf(endpoint), 401, 'wrong_key'])))
  })

  it('every page opens, or shows its screen for denied access', async () => {
    const cookie = await cookieOf(person)
    const seen = []
    for (const { path } of PAGES) {
      const { status, html } = await world().visit(path.replace(':slug', 'general-conduct'), cookie)
      const isDenied = html.includes('Access Restricted')
      seen.push([path, status, isDenied || path === '/access-denied'])
    }
    const refused = person === null ? 401 : 403
    expect(seen).toEqual(
      PAGES.map(({ path, access, status = 200 }) =>
        mayPass(access, person) ? [path, status, path === '/access-denied'] : [path, refused, true],
      ),
    )
  })

  it('every room sends its events only to people with access', async () => {
    const cookie = await cookieOf(person)
    if (cookie === undefined) {
      await expect(live.connect('')).rejects.toThrow('websocket error')
      return
    }
    for (const room of ROOMS) {
      const tab = await live.connect(cookie)
      const listEvent = tab.next(LIST)
      tab.socket.emit(JOIN, { room: room.name, pid: 'somebody', sid: 'somebody', visible: true })
      const isIn = await Promise.race([listEvent.then(() => true), rest(mayPass(room.access, person) ? 5_000 : 300)])
      expect([room.name, isIn]).toEqual([room.name, mayPass(room.access, person) ? true : undefined])
    }
  })
})

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
}

function isRoom(value: unknown): value is Room {
  return typeof value === 'object' && value !== null && Object.keys(value).sort().join() === 'access,name,payload'
}

/** Reads Fastify's drawing of its routes: each line is a branch four characters deeper than its parent. */
function routesOf(tree: string): string[] {
  const branches: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    branches.length = depth
    branches[depth] = part
    const path = branches.join('').replace(/:(\w+)/g, '{$1}')
    return methods === undefined ? [] : methods.split(', ').map((method) => `${method} ${path}`)
  })
}

describe('The list of contracts', () => {
  it('the list of contracts contains every endpoint and room that a feature declares', async () => {
    const features = join(root, 'src/features')
    const missing = []
    for (const file of readdirSync(features, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('/contract.ts')) continue
      const module: Record<string, unknown> = await import(pathToFileURL(join(features, file)).href)
      for (const declared of Object.values(module).flat()) {
        if (isEndpoint(declared) && !ENDPOINTS.some((known) => nameOf(known) === nameOf(declared))) {
          missing.push(`${file}: ${nameOf(declared)}`)
        }
        if (isRoom(declared) && !ROOMS.some(({ name }) => name === declared.name)) {
          missing.push(`${file}: room ${declared.name}`)
        }
      }
    }
    expect(missing).toEqual([])
  })

  it('the list of contracts contains every route under /api, and every endpoint has a route', () => {
    const routes = routesOf(world().app.printRoutes({ commonPrefix: false }))
      .filter((route) => / \/api\//.test(route) && !route.startsWith('HEAD '))
      .sort()
    const pages = PAGES.map(({ path }) => `GET ${path}`).filter((page) => page.startsWith('GET /api/'))
    expect(routes).toEqual([...ENDPOINTS.map(nameOf), ...pages, ...NO_CALLS].sort())
  })

  it('every live topic has a list, and the people who can read the list receive its changes', () => {
    const topicsOf = (access: Access) => TOPICS.filter((topic) => topicAccess(topic) === access)
    expect(topicsOf('anyone')).toEqual(
      expect.arrayContaining(['supporters', 'ten-codes', 'penal-codes', 'game-server']),
    )
    expect(topicsOf('member')).toContain('verification')
    expect(topicsOf('es')).toContain('quick-links')
    expect(topicsOf('staff')).toEqual(
      expect.arrayContaining(['roster', 'dev-roster', 'training', 'trialmods', 'staff-da']),
    )
    expect(topicsOf('owner')).toContain('verifications')
  })

  it('the list of contracts names each call once', () => {
    expect(new Set(ENDPOINTS.map(nameOf)).size).toBe(ENDPOINTS.length)
  })
})
