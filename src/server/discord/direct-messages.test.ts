import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildStandIn, type StandIn } from '#dev/discord/stand-in.ts'
import { createDirectMessages, type SendDirectMessage } from './direct-messages.ts'
import { createRequests } from './requests.ts'

const ANA = '310000000000000101'
const BEN = '310000000000000102'

const person = (id: string, isHere: boolean) => ({
  ...{ id, username: `user${id}`, globalName: null, avatar: null, email: null, emailVerified: false },
  member: isHere ? { roles: [], nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' } : null,
  ...{ card: null, denies: false },
})

let standIn: StandIn
let send: SendDirectMessage

beforeEach(async () => {
  standIn = buildStandIn({
    applicationName: 'The site',
    redirectUri: 'http://localhost:3000/auth/discord/callback',
    guild: { id: '300000000000000001', name: 'The guild', roles: [], people: [person(ANA, true), person(BEN, false)] },
  })
  const { apiUrl, botToken = '' } = await standIn.listen()
  send = createDirectMessages({ apiUrl, botToken, requests: createRequests('DiscordBot (http://localhost, 1)', {}) })
})
afterEach(() => standIn.close())

describe('Direct messages', () => {
  it('a message arrives once, however often it is sent', async () => {
    const first = await send(ANA, 'Hello', '7')
    expect(first).toMatchObject({ result: 'posted' })
    expect(await send(ANA, 'Hello', '7')).toEqual(first)
    expect(standIn.messages.all).toMatchObject([{ personId: ANA, content: 'Hello' }])
  })

  it('a message is rejected by a person with closed messages, and without a common server', async () => {
    standIn.messages.closed.add(ANA)
    expect(await send(ANA, 'Hello', '1')).toMatchObject({ result: 'refused', code: 50007 })
    expect(await send(BEN, 'Hello', '2')).toMatchObject({ result: 'refused', code: 50278 })
  })

  it('a message waits during an outage and a rate limit', async () => {
    standIn.goDown()
    expect(await send(ANA, 'Hello', '1')).toMatchObject({ result: 'not-now', isOutage: true })
    standIn.comeBack()
    standIn.flood()
    expect(await send(ANA, 'Hello', '1')).toMatchObject({ result: 'not-now', isOutage: false })
  })

  it('a message is not retried with a token that Discord refused', async () => {
    standIn.resetBotToken()
    expect(await send(ANA, 'Hello', '1')).toMatchObject({ result: 'not-now', waitSeconds: 600 })
    const asked = standIn.requests.length
    expect(await send(ANA, 'Hello', '1')).toMatchObject({ result: 'not-now', waitSeconds: 600 })
    expect(standIn.requests).toHaveLength(asked)
  })
})
