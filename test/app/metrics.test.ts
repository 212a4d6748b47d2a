import { describe, expect, it } from 'vitest'
import { listTenCodes } from '#features/codes/contract.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { PEOPLE } from '../people.ts'
import { useWorld } from '../world.ts'

const TOKEN = 'a token that is long enough'

const ask = (app: ReturnType<ReturnType<typeof useWorld>>['app'], authorization?: string) =>
  app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

describe('GET /metrics', () => {
  const world = useWorld({ app: { metricsToken: TOKEN } })

  it('metrics are available with the token, and are grouped by route and not by address', async () => {
    await world().as.staff(staffRoster.list)
    await world().visit('/ten-codes?search=a-secret-search')
    const { statusCode, headers, body } = await ask(world().app, `Bearer ${TOKEN}`)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/roster",status="200"\} 1/)
    expect(body).toMatch(/^live_connections 0$/m)
    expect(body).toMatch(/^holds_single_work 1$/m)
    expect(body).toMatch(/^database_connections\{state="idle"\} \d+$/m)
    expect(body).toContain('process_resident_memory_bytes')
    for (const secret of ['a-secret-search', PEOPLE.staff.id, TOKEN]) expect(body).not.toContain(secret)
  })

  it.each([
    ['nothing', undefined],
    ['another token', 'Bearer another token that is as long'],
    ['the token alone', TOKEN],
  ])('a request for metrics with %s gets 404', async (_, authorization) => {
    expect((await ask(world().app, authorization)).statusCode).toBe(404)
  })

  it('metrics count requests that are answered before the framework', async () => {
    const at = await world().app.listen({ port: 0, host: '127.0.0.1' })
    for (let call = 0; call < 3; call++) await (await fetch(at + listTenCodes.path)).text()
    const { body } = await ask(world().app, `Bearer ${TOKEN}`)
    const counts = [...body.matchAll(/_count\{method="GET",route="(?:kept|\/api\/codes\/ten)",status="200"\} (\d+)/g)]
    expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(3)
  })
})

describe('A site without a metrics token', () => {
  const world = useWorld()

  it('metrics are not available with any token', async () => {
    expect((await ask(world().app, 'Bearer undefined')).statusCode).toBe(404)
    expect((await ask(world().app, 'Bearer ')).statusCode).toBe(404)
  })
})
