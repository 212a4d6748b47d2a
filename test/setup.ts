import { Socket } from 'node:net'
import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'
import { setDateForms } from '#lib/date-forms.ts'

// Test files share their modules, so a page that an earlier file rendered in German leaves its date format behind.
setDateForms({ day: 'MM/DD/YYYY', locale: 'en-US' })

const unexpected: string[] = []

/** A test that expects a console error replaces `console.error` while it runs. */
console.error = (...args: unknown[]) => {
  unexpected.push(`console.error: ${format(...args)}`)
}

/** The only hosts that a test may reach: this machine, and the PostgreSQL of the tests. A web test may reach none. */
const databaseHost = process.env.TEST_DATABASE_URL && new URL(process.env.TEST_DATABASE_URL).hostname
const isAllowed = (host: string) =>
  typeof document === 'undefined' &&
  (host === 'localhost' || host === '::1' || host.startsWith('127.') || host === databaseHost)

/** The host of `socket.connect(port, host)` or `({ host })`. Node itself passes the arguments as an array. */
function hostOf([first, second]: unknown[]): string {
  if (Array.isArray(first)) return hostOf(first)
  if (typeof first === 'object' && first !== null && 'host' in first && typeof first.host === 'string') {
    return first.host
  }
  return typeof first === 'number' && typeof second === 'string' ? second : 'localhost'
}

const connect = Socket.prototype.connect
Object.defineProperty(Socket.prototype, 'connect', {
  configurable: true,
  writable: true,
  value(this: Socket, ...args: unknown[]) {
    const host = hostOf(args)
    if (isAllowed(host)) return Reflect.apply(connect, this, args)
    unexpected.push(`network call to ${host}`)
    this.destroy(new Error(`A test may not reach ${host}`))
    return this
  },
})

function nothingUnexpected() {
  const found = unexpected.splice(0)
  if (found.length > 0) throw new Error(`Unexpected in this test:\n${found.join('\n')}`)
}
afterEach(nothingUnexpected)
afterAll(nothingUnexpected)
