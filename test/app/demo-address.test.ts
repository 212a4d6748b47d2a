import { expect, it } from 'vitest'
import { ORIGIN, useWorld } from '../world.ts'

const world = useWorld({ app: { isDemo: true } })

it('the demo redirects another name of this machine to the address that the sign-in returns to', async () => {
  const opened = await world().app.inject({ url: '/ten-codes?q=10-4', headers: { host: '127.0.0.1:3000' } })
  expect([opened.statusCode, opened.headers.location]).toEqual([307, `${ORIGIN}/ten-codes?q=10-4`])
  expect((await world().visit('/ten-codes')).status).toBe(200)
})

it.each(['/healthz', '/readyz', '/readyz?from=monitor'])('%s responds under any host name', async (url) => {
  for (const host of ['127.0.0.1:3000', '10.0.0.7', 'elsewhere.example', '']) {
    const response = await world().app.inject({ url, headers: { host } })
    expect([host, response.statusCode, response.json()]).toEqual([host, 200, expect.objectContaining({ ok: true })])
  }
})
