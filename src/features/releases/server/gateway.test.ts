import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '#test/listen.ts'
import { createAskReleases, ReleasesUnknown } from './gateway.ts'

describe('Requests for releases', () => {
  let seen: { url: string | undefined; headers: unknown }[]
  let reply: { status: number; body: string }
  const server = createServer((request, response) => {
    seen.push({ url: request.url, headers: request.headers })
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  })
  let ask: ReturnType<typeof createAskReleases>

  beforeEach(async () => {
    seen = []
    const api = `http://127.0.0.1:${await listen(server)}/repos/someone/site/releases/latest`
    ask = createAskReleases({ repository: 'someone/site', api, page: 'https://github.com/someone/site/releases/tag' })
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  it('a request contains nothing about the site', async () => {
    reply = { status: 200, body: '{"tag_name":"v0.2.0","html_url":"https://elsewhere.test","body":"notes"}' }
    expect(await ask()).toEqual({ version: '0.2.0', page: 'https://github.com/someone/site/releases/tag/v0.2.0' })
    expect(seen).toEqual([
      {
        url: '/repos/someone/site/releases/latest',
        headers: {
          accept: 'application/vnd.github+json',
          'accept-encoding': expect.any(String),
          'accept-language': '*',
          connection: expect.any(String),
          host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
          'sec-fetch-mode': 'cors',
          'user-agent': 'community-website',
        },
      },
    ])
  })

  it.each([
    [404, '{"message":"Not Found"}'],
    [200, '{"tag_name":"nightly"}'],
  ])('there is no release after %d %s', async (status, body) => {
    reply = { status, body }
    expect(await ask()).toBeNull()
  })

  it.each([
    [403, '{"message":"rate limit"}'],
    [200, '{"tag":"v1.0.0"}'],
    [200, 'not JSON'],
  ])('a request fails after %d %s', async (status, body) => {
    reply = { status, body }
    await expect(ask()).rejects.toThrow(ReleasesUnknown)
  })
})
