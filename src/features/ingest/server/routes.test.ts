import { describe, expect, it } from 'vitest'
import { auditLog } from '#features/audit/server/tables.ts'
import { makeIngestToken, WARN } from '#test/game-events.ts'
import { useWorld } from '#test/world.ts'
import { addGameEvent, addIngestToken, listIngestTokens, removeIngestToken } from '../contract.ts'
import { ingestTokens } from './tables.ts'

const world = useWorld()

const makeToken = (label?: string) => makeIngestToken(world(), label)
const params = ({ id }: { id: number }) => ({ id: String(id) })

const send = (token: string, id = WARN.id) =>
  world().as.anyone(addGameEvent, { body: { ...WARN, id }, headers: { authorization: `Bearer ${token}` } })
const audited = async (action: string) =>
  (await world().database.db.select().from(auditLog).orderBy(auditLog.seq)).filter((row) => row.action === action)

describe('Tokens of game servers', () => {
  it('a token is returned once, stored as a hash, and listed without either', async () => {
    const { item, token } = await makeToken()
    expect(token).toMatch(/^ingest_[\w-]{43}$/)
    expect(item).toMatchObject({ label: 'City 1', madeBy: 'Theo Marchetti', lastUsedAt: null, revokedAt: null })
    const listed = await world().as.owner(listIngestTokens)
    expect(listed.body.data).toEqual([item])
    const rows = await world().database.db.select().from(ingestTokens)
    const written = JSON.stringify([rows, listed.body, await world().database.db.select().from(auditLog)])
    expect(written).not.toContain(token)
    expect(JSON.stringify([listed.body, await audited('addIngestToken')])).not.toContain(rows[0]?.hash)
  })

  it('the name of an active token is unique, ignoring case', async () => {
    const { item } = await makeToken()
    const twice = await world().as.owner(addIngestToken, { body: { label: 'CITY 1' } })
    expect([twice.status, twice.error?.fields]).toEqual([409, { label: 'A token in use has this name already.' }])
    await world().as.owner(removeIngestToken, { params: params(item) })
    await makeToken('city 1')
  })

  it('a token is revoked at once and stays listed, with audit entries', async () => {
    const { item, token } = await makeToken()
    expect((await send(token)).status).toBe(200)
    expect((await world().as.owner(removeIngestToken, { params: params(item) })).status).toBe(200)
    expect((await send(token, 'W-2')).status).toBe(401)
    expect((await world().as.owner(listIngestTokens)).body.data).toEqual([
      { ...item, lastUsedAt: world().now().toISOString(), revokedAt: world().now().toISOString() },
    ])
    expect((await world().as.owner(removeIngestToken, { params: params(item) })).status).toBe(404)
    for (const action of ['addIngestToken', 'removeIngestToken']) {
      expect(await audited(action)).toMatchObject([{ actorName: 'Theo Marchetti', target: `ingest-tokens/${item.id}` }])
    }
  })

  it('the last use of a token is recorded to the minute', async () => {
    const { token } = await makeToken()
    await send(token)
    const first = world().now().toISOString()
    world().pass(30_000)
    await send(token)
    const usedAt = async () => (await world().as.owner(listIngestTokens)).body.data[0]?.lastUsedAt
    expect(await usedAt()).toBe(first)
    world().pass(31_000)
    await send(token)
    expect(await usedAt()).toBe(world().now().toISOString())
  })
})
