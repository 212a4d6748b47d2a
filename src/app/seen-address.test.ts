import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { useWorld } from '#test/world.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { checkSeenAddress, findSeenAddress } from './seen-address.ts'

const trusting = useWorld({ app: { trustProxy: 1 } })
const direct = useWorld()
let cloudflare: Server | undefined
afterEach(() => void cloudflare?.close())

describe('The visitor address that the site sees', () => {
  it('the address is that of the connection without a trusted proxy', async () => {
    const origin = await direct().app.listen({ host: '127.0.0.1', port: 0 })
    expect(await findSeenAddress(origin)).toEqual({ bySite: '127.0.0.1', byCloudflare: null })
  })

  it('the address is that of the header if the site trusts a proxy that does not exist', async () => {
    const origin = await trusting().app.listen({ host: '127.0.0.1', port: 0 })
    const seen = await findSeenAddress(origin)
    expect(seen?.bySite).toBe('192.0.2.1')
    expect(checkSeenAddress(seen, origin)).toMatchObject({ ok: false, what: expect.stringContaining('claims') })
  })

  it('the address is compared with the one that Cloudflare reports', async () => {
    const port = await freePort()
    cloudflare = createServer((request, response) =>
      response.end(request.url === '/cdn-cgi/trace' ? 'h=x\nip=198.51.100.7\nts=1\n' : '{"address":"172.68.0.1"}'),
    ).listen(port, '127.0.0.1')
    expect(await findSeenAddress(`http://127.0.0.1:${port}`)).toEqual({
      bySite: '172.68.0.1',
      byCloudflare: '198.51.100.7',
    })
  })

  it('the address is unknown while the site is not running', async () => {
    expect(await findSeenAddress(`http://127.0.0.1:${await freePort()}`)).toBeNull()
  })
})

describe('The finding about the visitor address', () => {
  const origin = 'https://www.hcrp.test'
  it.each([
    ['nothing is wrong', { bySite: '198.51.100.7', byCloudflare: null }, true, /sees the address 198\.51\.100\.7/],
    [
      'nothing is wrong behind Cloudflare',
      { bySite: '198.51.100.7', byCloudflare: '198.51.100.7' },
      true,
      /sees the address 198/,
    ],
    ['the site is not reached', null, true, /open https:\/\/www\.hcrp\.test\/api\/address/],
    ['it is the proxy’s on this machine', { bySite: '127.0.0.1', byCloudflare: null }, false, /share one limit/],
    ['it is the proxy’s over IPv6', { bySite: '::1', byCloudflare: null }, false, /share one limit/],
    ['visitors may claim any', { bySite: '192.0.2.1', byCloudflare: null }, false, /claims/],
    ['it is Cloudflare’s', { bySite: '172.68.0.1', byCloudflare: '198.51.100.7' }, false, /share one limit/],
  ])('the doctor reports that %s', (_, seen, ok, what) => {
    const finding = checkSeenAddress(seen, origin)
    expect([finding.ok, finding.what]).toEqual([ok, expect.stringMatching(what)])
    expect(finding.fix === undefined).toBe(ok)
  })
})
