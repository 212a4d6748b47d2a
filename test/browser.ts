import { parseSetCookie, stringifyCookie } from 'cookie'
import type { FastifyInstance } from 'fastify'
import type { StandIn } from '#dev/discord/stand-in.ts'

export interface Seen {
  status: number
  /** The `location` header, if any. */
  location: string | undefined
  body: string
  headers: Record<string, string | string[] | number | undefined>
  /** The `set-cookie` headers, unchanged. */
  cookiesSet: string[]
}

/** A browser without a screen: it keeps cookies, sends fetch metadata headers, and follows no redirect by itself. */
export interface TestBrowser {
  cookies: Map<string, string>
  open(path: string, headers?: Record<string, string>): Promise<Seen>
  post(path: string, headers?: Record<string, string>): Promise<Seen>
  /** Starts a sign-in and returns the address at Discord. */
  beginSignIn(path?: string): Promise<URL>
  /** Signs in through Discord as this person, or as `deny`. Returns the response of the callback. */
  signIn(standIn: StandIn, personId: string, path?: string): Promise<Seen>
}

export function newBrowser(app: FastifyInstance): TestBrowser {
  const cookies = new Map<string, string>()

  async function send(method: 'GET' | 'POST', path: string, headers: Record<string, string>): Promise<Seen> {
    const cookie = stringifyCookie(Object.fromEntries(cookies))
    const response = await app.inject({
      method,
      url: path,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
    })
    const cookiesSet = [response.headers['set-cookie'] ?? []].flat()
    for (const line of cookiesSet) {
      const { name, value, maxAge } = parseSetCookie(line)
      if (maxAge === 0 || value === undefined) cookies.delete(name)
      else cookies.set(name, value)
    }
    const { location } = response.headers
    return { status: response.statusCode, location, body: response.body, headers: response.headers, cookiesSet }
  }

  const browser: TestBrowser = {
    cookies,
    open: (path, headers = {}) => send('GET', path, { accept: 'text/html', 'sec-fetch-site': 'none', ...headers }),
    post: (path, headers = {}) => send('POST', path, { 'sec-fetch-site': 'same-origin', ...headers }),
    beginSignIn: async (path = '/auth/discord') => {
      const { location } = await browser.open(path)
      if (location === undefined) throw new Error(`${path} did not redirect`)
      return new URL(location)
    },
    signIn: async (standIn, personId, path) => {
      const back = await standIn.choose(await browser.beginSignIn(path), personId)
      return browser.open(back.pathname + back.search)
    },
  }
  return browser
}
