import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { $ZodType, input, output } from 'zod/v4/core'
import { readContent } from '#app/content.ts'
import { preloadAll, render } from '#app/render.tsx'
import { buildApp } from '#app/server.ts'
import type { AppDeps } from '#app/settings.ts'
import {
  createIndexing,
  type IndexedRules,
  type IndexRules,
  type Written,
} from '#features/assistant/server/rule-indexing.ts'
import { type CheckTrouble, createTrouble } from '#features/assistant/server/trouble.ts'
import { hashOf } from '#features/auth/server/sessions.ts'
import { addSession, saveUser } from '#features/auth/server/store.ts'
import type { Access, AccessLevel } from '#lib/access.ts'
import { setDateForms } from '#lib/date-forms.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { helpHref } from '#lib/help-href.ts'
import { dateFormsOf, localeOf } from '#lib/locale.ts'
import type { Community } from '#server/config/community.ts'
import type { Database } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { createWebhooks } from '#server/discord/webhooks.ts'
import { createLogger } from '#server/log.ts'
import { root } from '#server/paths.ts'
import { openProcesses } from '#server/processes/open-processes.ts'
import type { Processes } from '#server/processes/processes.ts'
import { program } from '#server/version.ts'
import { addressOf } from '#web/call.ts'
import { silentLog, type TestDatabase, testDatabase } from './database.ts'
import { type FakeDiscord, fakeDiscord } from './fakes/discord.ts'
import { PEOPLE, ROLE_IDS, type TestPerson, userOf } from './people.ts'

/** Reads a community for the app. `checkTrouble` is trained on its first call. */
async function readCommunity(dir: string) {
  const content = await readContent(dir)
  const { rulebooks, outsideTopics, glossary, synonyms, trouble, community } = content
  const parts = { trouble, rulebooks, outsideTopics, supportHref: helpHref(community.site.links) }
  const indexed = { rulebooks, outsideTopics, glossary, synonyms, locale: localeOf(community.site) }
  return {
    content,
    checkTrouble: checksOf(parts, () => createTrouble(trouble, parts)),
    indexRules: indexesOf(indexed, () => cachingIndexes(createIndexing(indexed))),
  }
}

/**
 * Caches, because most copies of the community do not change the files that the classifier and the index are built
 * from.
 */
const checksOf = firstOf<CheckTrouble>()
const indexesOf = firstOf<IndexRules>()

/** Returns the object that was created for an equal input, or creates it. */
function firstOf<T>() {
  const made: { from: unknown; is: T }[] = []
  return (from: unknown, make: () => T): T => {
    const known = made.find((each) => isDeepStrictEqual(each.from, from))
    if (known !== undefined) return known.is
    const is = make()
    made.push({ from, is })
    return is
  }
}

const SHIPPED = join(root, 'community')
/** Read once, because no test changes the shipped community. */
const shipped = await readCommunity(SHIPPED)
/** The last copy that was read, with the state of its files. Most test files use the same copy for all tests. */
let lastCopy = { files: '', read: shipped }

async function communityIn(dir: string) {
  if (dir === SHIPPED) return shipped
  const statOf = (name: string) => {
    const { mtimeNs, size } = statSync(join(dir, name), { bigint: true })
    return `${name} ${mtimeNs} ${size}`
  }
  const files = [dir, ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted().map(statOf)].join('\n')
  if (lastCopy.files !== files) lastCopy = { files, read: await readCommunity(dir) }
  return lastCopy.read
}

export const ORIGIN = 'http://localhost:3000'

export interface Answer<R> {
  status: number
  /** The body in the endpoint's declared type. Check the status before reading it. */
  body: R
  error: { code: string; message: string; fields?: Record<string, string> } | undefined
  headers: Record<string, string | string[] | number | undefined>
}

interface Sent<P, Q, B> {
  params?: P
  query?: Q
  body?: B
  headers?: Record<string, string>
}

type Caller = <P extends $ZodType, Q extends $ZodType, B extends $ZodType, R extends $ZodType, A extends Access>(
  endpoint: Endpoint<P, Q, B, R, A>,
  sent?: Sent<input<P>, input<Q>, input<B>>,
) => Promise<Answer<output<R>>>

export interface World {
  app: FastifyInstance
  database: Database
  discord: FakeDiscord
  /** The test clock. It stands still until `pass` is called. */
  now(): Date
  pass(milliseconds: number): void
  /**
   * Calls an endpoint as a person of this access level: `await as.staff(addTenCode, { body })`. `anyone` is not signed
   * in.
   */
  as: Record<AccessLevel, Caller>
  /** Returns a caller for another person. */
  asPerson(person: TestPerson): Promise<Caller>
  /** Signs a person in and returns the session cookie. */
  signIn(person: TestPerson): Promise<string>
  /** Opens a page as a browser would. */
  visit(path: string, cookie?: string): Promise<{ status: number; html: string; headers: Record<string, unknown> }>
}

interface WorldOptions {
  /** Starts the background jobs at once, not when `pass` is first called. Most tests need none. */
  startsJobs?: true
  /** The initial time of the test clock. */
  startsAt?: Date
  roleMaxAge?: number
  ownerIds?: string[]
  /** A function is called for each world, with its clock. */
  discord?: Discord | ((clock: () => Date) => Discord)
  /** The folder of another community. It is called before each test. */
  communityDir?: () => string
  /** Overrides of the community's settings. */
  community?: Partial<Pick<Community, 'verifiedRole'>>
  /** Overrides of the app's settings. */
  app?: Partial<
    Pick<
      AppDeps,
      | 'origin'
      | 'trustProxy'
      | 'logger'
      | 'isDemo'
      | 'model'
      | 'embedder'
      | 'chatLimits'
      | 'verification'
      | 'metricsToken'
      | 'version'
      | 'askReleases'
      | 'queryGameServer'
      | 'announcements'
      | 'webhooks'
      | 'clientDir'
      | 'diagnose'
      | 'ownTasks'
    >
  >
}

/**
 * The real app on a real, empty database, with one person per access level. It is created anew for every test of the
 * file.
 */
export function useWorld(options: WorldOptions = {}): () => World {
  let database: TestDatabase
  let world: World
  let app: FastifyInstance | null = null
  beforeAll(async () => {
    database = await testDatabase()
    await preloadAll()
  })
  beforeEach(async () => {
    await app?.close()
    await database.reset()
    world = await newWorld(database, options)
    app = world.app
  })
  afterAll(async () => {
    await app?.close()
    await database.close()
  })
  return () => world
}

/** The same world for all tests of a file or a block, for tests that leave no changes behind. */
export function useSharedWorld(options: WorldOptions = {}): () => World {
  let database: TestDatabase
  let world: World
  beforeAll(async () => {
    database = await testDatabase()
    await preloadAll()
    world = await newWorld(database, options)
  })
  afterAll(async () => {
    await world.app.close()
    await database.close()
  })
  return () => world
}

function payloadOf(body: unknown): string | Buffer | undefined {
  if (body === undefined || typeof body === 'string') return body
  return body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body)
}

/**
 * The number of cached indexes. Most worlds have the same codes and phrases as an earlier one, and can share its index.
 */
const MAX_CACHED_INDEXES = 4

function cachingIndexes(indexRules: IndexRules): IndexRules {
  const cached: { written: Written; index: Promise<IndexedRules> }[] = []
  return (written) => {
    const at = cached.findIndex((each) => isDeepStrictEqual(each.written, written))
    const [last = { written, index: indexRules(written) }] = at < 0 ? [] : cached.splice(at, 1)
    cached.unshift(last)
    cached.splice(MAX_CACHED_INDEXES)
    return last.index
  }
}

/** The settings that are the same in every world. VerifyPass, the model and the game server are replaced or missing. */
const FIXED_SETTINGS = {
  ...{ origin: ORIGIN, isDemo: false, trustProxy: 0, model: null, embedder: null, clientDir: null },
  verification: {
    createSession: async ({ subjectRef }) => ({ token: subjectRef, popupUrl: `https://provider.test/${subjectRef}` }),
    isWebhookKey: () => false,
    parseWebhook: () => null,
  },
  version: program.version,
  askReleases: null,
  queryGameServer: null,
  checkLink: null,
  clientSecret: 'a secret of this test',
  diagnose: async () => [],
  ownTasks: async () => [],
  cdnUrl: 'https://cdn.discordapp.com',
  assets: { tags: () => '', styles: () => '', script: () => '' },
  renderer: { render: async (path, data, translator) => render(path, data, translator) },
} satisfies Partial<AppDeps>

/** Starts the site on a database in its current state. */
export async function newWorld(database: TestDatabase, options: WorldOptions): Promise<World> {
  let time = options.startsAt?.getTime() ?? Date.parse('2026-03-14T18:30:00.000Z')
  const now = () => new Date(time)
  const discord = fakeDiscord(Object.values(PEOPLE))
  const { content, checkTrouble, indexRules } = await communityIn(options.communityDir?.() ?? SHIPPED)
  // A page that another file's community rendered in this process leaves its time zone behind.
  setDateForms(dateFormsOf(content.community.site))
  const processes = await openProcesses(database, silentLog)
  const waiting: Parameters<Processes['whileLeader']>[0][] = []
  let hasBegun = options.startsJobs === true
  const app = await buildApp({
    ...FIXED_SETTINGS,
    ownerIds: options.ownerIds ?? [],
    roleMaxAge: options.roleMaxAge ?? 300_000,
    ...content,
    indexRules,
    checkTrouble,
    community: { ...content.community, roles: ROLE_IDS, ...options.community },
    webhooks: createWebhooks({ apiUrl: 'https://discord.test/api/v10', userAgent: 'DiscordBot', webhooks: {} }),
    database,
    processes: {
      ...processes,
      whileLeader: (begin) => {
        if (hasBegun) processes.whileLeader(begin)
        else waiting.push(begin)
      },
    },
    discord: typeof options.discord === 'function' ? options.discord(now) : (options.discord ?? discord),
    clock: now,
    logger: createLogger('silent'),
    ...options.app,
  })

  async function signIn(person: TestPerson): Promise<string> {
    const token = randomUUID()
    await saveUser(database.db, userOf(person, now()))
    await addSession(database.db, {
      tokenHash: hashOf(token),
      userId: person.id,
      createdAt: now(),
      lastSeenAt: now(),
      device: 'a test',
    })
    return `sid=${token}`
  }

  const caller =
    (cookie: () => Promise<string | undefined>): Caller =>
    async (endpoint, sent = {}) => {
      const signedIn = await cookie()
      const response = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint.path, sent.params, sent.query),
        headers: {
          origin: ORIGIN,
          ...(signedIn === undefined ? {} : { cookie: signedIn }),
          ...(sent.body === undefined ? {} : { 'content-type': endpoint.bodyType }),
          ...sent.headers,
        },
        payload: payloadOf(sent.body),
      })
      const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== ''
      const body = isJson ? response.json() : response.body
      return { status: response.statusCode, body, error: body?.error, headers: response.headers }
    }

  const cookies = new Map<string, Promise<string>>()
  const asKnown = (person: TestPerson) =>
    caller(() => {
      const cookie = cookies.get(person.id) ?? signIn(person)
      cookies.set(person.id, cookie)
      return cookie
    })

  return {
    app,
    database,
    discord,
    now,
    pass: (milliseconds) => {
      time += milliseconds
      hasBegun = true
      for (const begin of waiting.splice(0)) processes.whileLeader(begin)
    },
    as: {
      anyone: caller(async () => undefined),
      member: asKnown(PEOPLE.member),
      es: asKnown(PEOPLE.es),
      staff: asKnown(PEOPLE.staff),
      management: asKnown(PEOPLE.management),
      owner: asKnown(PEOPLE.owner),
    },
    asPerson: async (person) => {
      const cookie = await signIn(person)
      return caller(async () => cookie)
    },
    signIn,
    visit: async (path, cookie) => {
      const response = await app.inject({
        url: path,
        headers: { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) },
      })
      return { status: response.statusCode, html: response.body, headers: response.headers }
    },
  }
}
