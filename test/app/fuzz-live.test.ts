import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import * as z from 'zod'
import { ENDPOINTS, TOPICS } from '#app/features.ts'
import { addTenCode } from '#features/codes/contract.ts'
import { HEARTBEAT, JOIN, LEAVE, LIST, PresenceList, PresenceMessage, VISIBILITY } from '#features/presence/contract.ts'
import { addQuickLink } from '#features/quick-links/contract.ts'
import { allows } from '#lib/access.ts'
import { FUZZ_SEED, nearlyValidValues, validValues } from '../arbitrary.ts'
import { type LiveTab, liveTabs } from '../live.ts'
import type { TestPerson } from '../people.ts'
import { memberOf, plant, TEST_PEOPLE } from '../planted.ts'
import { ORIGIN, useWorld } from '../world.ts'

const world = useWorld()
const live = liveTabs(world)
afterEach(() => live.closeAll())

const CASES = 2_000
/** Fewer messages than one connection may send in ten seconds. */
const AT_ONCE = 25

const KNOWN = ['roster', 'a-browser', 'a-tab', true, false, null, undefined, 0]
const eventName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(JOIN, HEARTBEAT, VISIBILITY, LEAVE) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(LIST, 'changed', 'session:revoked', 'presence:process', 'room:roster', '__proto__', ''),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)
const payload = fc.oneof(
  { weight: 4, arbitrary: validValues(PresenceMessage, KNOWN, 'presence') },
  { weight: 4, arbitrary: nearlyValidValues(PresenceMessage, KNOWN, 'presence') },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant(new Uint8Array([1, 2, 3])) },
)
const events = fc.array(fc.tuple(eventName, fc.array(payload, { maxLength: 2 })), {
  minLength: AT_ONCE,
  maxLength: AT_ONCE,
})

const Changed = z.strictObject({ topic: z.enum([...TOPICS, 'rights']) })

/** The messages that this person received but may not receive, or that no contract describes. */
function problemsOf(tab: LiveTab, person: TestPerson, secrets: (reader: TestPerson) => string[]): string[] {
  const problems: string[] = []
  for (const [event, all] of tab.allReceived()) {
    const text = JSON.stringify(all)
    problems.push(...secrets(person).filter((word) => text.includes(word)))
    for (const one of all) if (!mayHear(event, one, person)) problems.push(`${event} ${JSON.stringify(one)}`)
  }
  return problems
}

function mayHear(event: string, message: unknown, person: TestPerson): boolean {
  const member = memberOf(person)
  if (event === LIST) return member.isStaff && z.strictObject(PresenceList.shape).safeParse(message).success
  const changed = Changed.safeParse(message)
  if (event !== 'changed' || !changed.success || changed.data.topic === 'rights') return false
  const { topic } = changed.data
  const list = ENDPOINTS.find((endpoint) => endpoint.topic === topic)
  return list !== undefined && allows(list.access, member)
}

it('random messages on a live connection never reveal data without access and never disconnect others', async () => {
  const { planted } = await plant(world())
  const secrets = (reader: TestPerson) => planted.flatMap(({ word, mayRead }) => (mayRead(reader) ? [] : [word]))
  const author = TEST_PEOPLE.find((person) => memberOf(person).isManagement) ?? fail('the crowd has management')
  const write = await world().asPerson(author)
  const tabs: { tab: LiveTab; person: TestPerson }[] = []
  let executed = 0
  await fc.assert(
    fc.asyncProperty(events, async (batch) => {
      const person = TEST_PEOPLE[tabs.length % TEST_PEOPLE.length] ?? author
      const tab = await live.connect(await world().signIn(person))
      tabs.push({ tab, person })
      for (const [event, args] of batch) tab.socket.emit(event, ...args)
      executed += batch.length
      // Make changes, so that the people who may hear of them receive messages.
      if (tabs.length > 8) return
      const code = await write(addTenCode, { body: { code: `55-${tabs.length}`, meaning: 'Said meanwhile.' } })
      const link = { key: `link-${tabs.length}`, title: 'A link', group: 'Other', icon: 'book', copy: 'x' } as const
      expect([code.status, (await write(addQuickLink, { body: link })).status]).toEqual([200, 200])
    }),
    { numRuns: CASES / AT_ONCE, seed: FUZZ_SEED, endOnFailure: true },
  )
  // Once the list has this last connection, the site has handled everything that was sent before.
  const observer = await live.connect(await world().signIn(author))
  const seen = observer.next(LIST)
  observer.socket.emit(JOIN, { room: 'roster', pid: 'witness', sid: 'witness', visible: true })
  expect(await seen).toMatchObject({ room: 'roster' })
  expect(executed).toBeGreaterThanOrEqual(CASES)
  expect(tabs.filter(({ tab }) => !tab.socket.connected)).toEqual([])
  expect(tabs.flatMap(({ tab, person }) => problemsOf(tab, person, secrets))).toEqual([])
  expect(new Set(tabs.flatMap(({ tab }) => [...tab.allReceived().keys()]))).toEqual(new Set(['changed', LIST]))
}, 120_000)

/** Frames that our client never sends: cut short, of kinds that only a server sends, or with missing binary parts. */
const FRAMES = [
  ...[
    '',
    ' ',
    '1',
    '2',
    '3',
    '3probe',
    '4',
    '5',
    '6',
    '7',
    '40',
    '40{}',
    '40/admin,',
    '41',
    '42',
    '42[',
    '42[]',
    '42{}',
  ],
  ...['42null', '42[1,2]', '42["x"', '42["__proto__",{}]', '42["constructor"]', '42["disconnect"]', '42["connect"]'],
  ...[
    '42["error",{}]',
    '42["newListener"]',
    '42/admin,["x"]',
    '4299999999999999999999["x"]',
    '43',
    '43[]',
    '431[1]',
    '44{}',
  ],
  ...['451-["x",{"_placeholder":true,"num":0}]', '4599999999-[]', '45-1-[]', '451-["x",{"_placeholder":true,"num":9}]'],
  ...['42["presence:join",{"_placeholder":true,"num":0}]', `42${'['.repeat(4_000)}`, `4${'2'.repeat(9_000)}`],
]
const frame = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...FRAMES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
)

it('random bytes instead of a live connection end only their own connection', async () => {
  const cookie = await world().signIn(TEST_PEOPLE[0] ?? fail('nobody in the crowd'))
  const tab = await live.connect(cookie)
  const address = `${(await live.address()).replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 6 }), fc.boolean(), async (frames, isJoined) => {
      const socket = new WebSocket(address, { headers: { origin: ORIGIN, cookie } })
      const closed = new Promise((resolve) => socket.once('close', resolve))
      await new Promise((resolve) => socket.once('open', resolve))
      for (const each of isJoined ? ['40', ...frames] : frames) socket.send(each)
      socket.close()
      await closed
    }),
    { numRuns: 100, seed: FUZZ_SEED, endOnFailure: true },
  )
  const changed = tab.next('changed')
  const write = await world().asPerson(TEST_PEOPLE.at(-1) ?? fail('nobody in the crowd'))
  await write(addTenCode, { body: { code: '10-1', meaning: 'Still here' } })
  expect(await changed).toEqual({ topic: 'ten-codes' })
}, 60_000)

function fail(why: string): never {
  throw new Error(why)
}
