import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { NO_RIGHTS } from '#lib/access.ts'
import { type LiveTab, liveTabs, rest } from '#test/live.ts'
import { PEOPLE, type TestPerson } from '#test/people.ts'
import { useWorld } from '#test/world.ts'
import { HEARTBEAT, JOIN, LEAVE, LIST, PresenceList, VISIBILITY } from '../contract.ts'
import { HEARTBEAT_EVERY } from '../rules.ts'
import { presenceRoom } from './room.ts'

const world = useWorld()
const live = liveTabs(world)
afterEach(() => live.closeAll())

const viewer = (sid: string, visible = true) => ({ room: 'roster', pid: `browser-of-${sid}`, sid, visible })

async function join(cookie: string, sid: string, visible = true): Promise<LiveTab> {
  const tab = await live.connect(cookie)
  tab.socket.emit(JOIN, viewer(sid, visible))
  return tab
}

const joinAs = async (person: TestPerson, sid: string) => join(await world().signIn(person), sid)

async function nextList(tab: LiveTab): Promise<PresenceList> {
  return z.parse(PresenceList, await tab.next(LIST))
}

/** Waits for the first list that satisfies `isIt`, beginning with the last list received. */
async function listWhere(tab: LiveTab, isIt: (list: PresenceList) => boolean): Promise<PresenceList> {
  for (let list = tab.received(LIST).at(-1); ; list = await tab.next(LIST)) {
    const parsed = z.safeParse(PresenceList, list)
    if (parsed.success && isIt(parsed.data)) return parsed.data
  }
}

describe('The presence room of the roster', () => {
  it('staff see who is present, with the names of their sessions', async () => {
    const tab = await joinAs(PEOPLE.staff, 'a')
    expect(await nextList(tab)).toEqual({
      room: 'roster',
      viewers: [
        {
          pid: 'browser-of-a',
          sid: 'a',
          visible: true,
          id: PEOPLE.staff.id,
          name: 'Priya Castell',
          ringClass: 'ring-lagoon',
          avatarUrl: 'https://cdn.discordapp.com/embed/avatars/3.png',
        },
      ],
      total: 1,
    })
  })

  it('a name that a browser claims is ignored', async () => {
    const tab = await live.connect(await world().signIn(PEOPLE.staff))
    tab.socket.emit(JOIN, { ...viewer('a'), name: 'Theo Marchetti' })
    await rest(200)
    expect(tab.received(LIST)).toEqual([])
  })

  it('a person with several tabs is one entry', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    const first = await join(cookie, 'a')
    await nextList(first)
    const second = await join(cookie, 'b')
    expect(await nextList(second)).toMatchObject({ viewers: [{ sid: 'a' }], total: 1 })
  })

  it('visible viewers come first', async () => {
    const dana = await joinAs(PEOPLE.management, 'a')
    await joinAs(PEOPLE.staff, 'b')
    await listWhere(dana, ({ total }) => total === 2)
    dana.socket.emit(VISIBILITY, viewer('a', false))
    const { viewers } = await listWhere(dana, (list) => list.viewers.some(({ visible }) => !visible))
    expect(viewers.map(({ name }) => name)).toEqual(['Priya Castell', 'Dana Whitfield'])
  })

  it('people who are not staff are denied', async () => {
    const inside = await joinAs(PEOPLE.staff, 'a')
    await nextList(inside)
    const outside = await Promise.all([joinAs(PEOPLE.member, 'm'), joinAs(PEOPLE.es, 'e')])
    await rest(1_300)
    for (const tab of outside) expect(tab.received(LIST)).toEqual([])
    expect(inside.received(LIST)).toHaveLength(1)
  })

  it('the list is sent only after changes, and at most once a second', async () => {
    const tab = await joinAs(PEOPLE.owner, 'a')
    await nextList(tab)
    tab.socket.emit(HEARTBEAT, viewer('a'))
    await rest(1_200)
    expect(tab.received(LIST)).toHaveLength(1)
    const began = performance.now()
    tab.socket.emit(VISIBILITY, viewer('a', false))
    await Promise.all([joinAs(PEOPLE.staff, 'b'), joinAs(PEOPLE.management, 'c')])
    expect(await listWhere(tab, ({ total }) => total === 3)).toMatchObject({ viewers: [{}, {}, { visible: false }] })
    await rest(1_200)
    expect(tab.received(LIST).length - 1).toBeLessThanOrEqual(1 + (performance.now() - began) / 1_000)
  })

  it('a person who leaves or closes the tab disappears', async () => {
    const tab = await joinAs(PEOPLE.staff, 'a')
    const leaving = await joinAs(PEOPLE.management, 'b')
    const closing = await joinAs(PEOPLE.owner, 'c')
    await listWhere(tab, ({ total }) => total === 3)
    leaving.socket.emit(LEAVE, viewer('b'))
    await listWhere(tab, ({ total }) => total === 2)
    closing.socket.close()
    await listWhere(tab, ({ total }) => total === 1)
  })

  it('a viewer who misses three heartbeats disappears, and returns with the next one', async () => {
    const asleep = await joinAs(PEOPLE.management, 'a')
    const awake = await joinAs(PEOPLE.staff, 'b')
    await listWhere(awake, ({ total }) => total === 2)
    for (let beat = 0; beat < 4; beat++) {
      world().pass(HEARTBEAT_EVERY)
      awake.socket.emit(HEARTBEAT, viewer('b'))
      await rest(50)
    }
    expect((await listWhere(awake, ({ total }) => total === 1)).viewers[0]?.name).toBe('Priya Castell')
    asleep.socket.emit(HEARTBEAT, viewer('a'))
    await listWhere(awake, ({ total }) => total === 2)
    await listWhere(asleep, ({ total }) => total === 2)
  })

  it('a person who loses the role leaves the room as soon as Discord reports it', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    const losing = await join(cookie, 'a')
    const staying = await joinAs(PEOPLE.management, 'b')
    await listWhere(staying, ({ total }) => total === 2)
    world().discord.setRoles(PEOPLE.staff.id, [])
    world().pass(300_001)
    for (const [tab, sid] of [[losing, 'a'] as const, [staying, 'b'] as const]) tab.socket.emit(HEARTBEAT, viewer(sid))
    expect(await listWhere(staying, ({ total }) => total === 1)).toMatchObject({ viewers: [{ sid: 'b' }] })
    const countBefore = losing.received(LIST).length
    staying.socket.emit(VISIBILITY, viewer('b', false))
    await listWhere(staying, (list) => list.viewers[0]?.visible === false)
    expect(losing.received(LIST)).toHaveLength(countBefore)
    expect(losing.socket.connected).toBe(true)
  })

  it('a reloaded page receives the list, even without changes for others', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    const before = await join(cookie, 'a')
    await nextList(before)
    before.socket.close()
    const after = await join(cookie, 'a')
    expect(await nextList(after)).toMatchObject({ viewers: [{ sid: 'a' }], total: 1 })
  })
})

describe('The presence room of two processes', () => {
  /** Two rooms whose processes are connected directly: each receives the other's messages at once. */
  function twoRooms() {
    const lists: PresenceList[][] = []
    const bytes: number[] = []
    const listeners: ((viewer: unknown) => void)[] = []
    const joins: ((tab: number) => void)[] = []
    const rooms = [0, 1].map((at) => {
      const own: PresenceList[] = []
      lists.push(own)
      return presenceRoom({
        clock: () => new Date(),
        processes: {
          subscribe: (_channel, listener) => listeners.push(listener),
          publish: async (channel, message) => {
            const text = JSON.stringify({ from: randomUUID(), channel, said: message })
            bytes.push(Buffer.byteLength(text))
            for (const [other, listener] of listeners.entries()) if (other !== at) listener(JSON.parse(text).said)
          },
        },
        realtime: {
          onEvent: (_room, event, schema, handler) => {
            if (event !== JOIN) return
            joins[at] = (tab) => {
              // The longest values that Discord, the browser and the contract allow.
              const label = String(tab).padStart(64, 'x')
              const id = String(tab).padStart(20, '0')
              const avatarUrl = `https://cdn.discordapp.com/guilds/${id}/users/${id}/avatars/a_${'f'.repeat(32)}.png`
              const member = { ...PEOPLE.staff, ...NO_RIGHTS, isStaff: true, id, name: '🐊'.repeat(32), avatarUrl }
              handler(
                { socketId: label, member },
                z.parse(schema, { room: 'roster', pid: label, sid: label, visible: true }),
              )
            }
          },
          onGone: () => undefined,
          enter: () => undefined,
          leave: () => undefined,
          sendToRoom: (_room, _event, list) => own.push(z.parse(PresenceList, list)),
          sendToClient: () => undefined,
        },
      })
    })
    return { rooms, lists, bytes, joins }
  }

  it('everybody on the other process is shown, in messages within the size limit', async () => {
    const { rooms, lists, bytes, joins } = twoRooms()
    for (let tab = 0; tab < 45; tab++) joins[0]?.(tab)
    joins[1]?.(100)
    await expect.poll(() => lists.map((sent) => sent.at(-1)?.total)).toEqual([46, 46])
    expect(Math.max(...bytes)).toBeLessThanOrEqual(7_000)
    await rooms[0]?.close()
    await expect.poll(() => lists[1]?.at(-1)?.total).toBe(1)
    await rooms[1]?.close()
  })
})

describe('Denied joins', () => {
  const refusals = async () => {
    await world().app.close()
    const { rows } = await world().database.pool.query(
      `select actor_id, after -> 'calls' as calls from audit_log where action = 'refused' order by seq`,
    )
    return rows
  }

  it('denied joins are one audit entry for each person and hour', async () => {
    const tab = await joinAs(PEOPLE.es, 'a')
    tab.socket.emit(JOIN, viewer('a'))
    tab.socket.emit(HEARTBEAT, viewer('a'))
    await joinAs(PEOPLE.member, 'b')
    await rest(300)
    expect(tab.received(LIST)).toEqual([])
    expect(await refusals()).toEqual([{ actor_id: PEOPLE.es.id, calls: { 'room roster': 3 } }])
  })

  it('accepted and invalid joins are not counted', async () => {
    await nextList(await joinAs(PEOPLE.staff, 'a'))
    const tab = await live.connect(await world().signIn(PEOPLE.es))
    tab.socket.emit(JOIN, { room: 'roster' })
    tab.socket.emit('presence:everything', viewer('a'))
    await rest(300)
    expect(await refusals()).toEqual([])
  })
})
