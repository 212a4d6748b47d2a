import { afterAll, beforeEach, expect, it } from 'vitest'
import { announcements } from '#features/announcements/server/tables.ts'
import { addAction } from '#features/discipline/contract.ts'
import { staffRoster } from '#features/roster/contract.ts'
import { listSupporters } from '#features/supporters/contract.ts'
import { createDiscord } from '#server/discord/discord.ts'
import { type Outage, watchOutage } from '#server/discord/outage.ts'
import { createWebhooks } from '#server/discord/webhooks.ts'
import { createLogger } from '#server/log.ts'
import { PEOPLE } from '../people.ts'
import { standInWith } from '../stand-in.ts'
import { useWorld } from '../world.ts'

const SOON = { timeout: 10_000, interval: 20 }
const NEWS = 'DISCORD_WEBHOOK_STAFF_LOG'

const standIn = standInWith(Object.values(PEOPLE))
const settings = await standIn.listen()
const lines: string[] = []
const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line).msg) })
/** Each world has a new one, because it needs the world's clock. */
let outage: Outage
const both: Outage = {
  failed: (...args) => outage.failed(...args),
  answered: (...args) => outage.answered(...args),
  ended: (...args) => outage.ended(...args),
  report: (...args) => outage.report(...args),
}
const world = useWorld({
  startsJobs: true,
  discord: (clock) => {
    outage = watchOutage({ log: logger, clock })
    return createDiscord(settings, { clock, pauseAfter: () => 50, outage: both })
  },
  roleMaxAge: 60_000,
  app: {
    logger,
    webhooks: createWebhooks({
      apiUrl: settings.apiUrl,
      userAgent: 'DiscordBot (http://localhost:3000, 1)',
      webhooks: { [NEWS]: standIn.channels.open(NEWS) },
      outage: both,
    }),
  },
})
beforeEach(() => expect.poll(() => standIn.listeners, SOON).toBe(1))
afterAll(() => standIn.close())

const membersRefused = () =>
  standIn.requests.filter(({ status, path }) => status === 503 && path.includes('/members')).length
/** Failed attempts to post. 0 during an attempt, so that the clock moves on only after the next one is scheduled. */
async function tries(): Promise<number> {
  const [row] = await world().database.db.select().from(announcements)
  return row?.startedAt === null ? row.attempts : 0
}

it('the log has one line when Discord becomes unreachable and one when it is back, however many requests need it', async () => {
  await world().as.anyone(listSupporters)
  expect((await world().as.staff(staffRoster.list)).status).toBe(200)
  await expect.poll(() => lines.join(), SOON).toContain('Discord tells of roles')
  lines.splice(0)

  standIn.goDown()
  const strike = { user: PEOPLE.member.id, user_name: 'Sam', type: 'Strike' as const }
  const body = { ...strike, internal_reason: 'in', external_reason: 'out' }
  expect((await world().as.management(addAction, { body })).status).toBe(200)
  for (let round = 1; round <= 5; round++) {
    const members = membersRefused()
    world().pass(6 * 60_000)
    await world().as.staff(staffRoster.list)
    await expect.poll(membersRefused, SOON).toBeGreaterThan(members)
    await expect.poll(tries, SOON).toBe(round)
  }
  expect(lines).toEqual([expect.stringContaining('Discord is out of reach')])

  standIn.comeBack()
  await expect.poll(() => standIn.listeners, SOON).toBe(1)
  world().pass(60 * 60_000)
  await expect.poll(() => lines, SOON).toContain('announced')
  expect(lines).toEqual([
    expect.stringContaining('Discord is out of reach'),
    'Discord answers again after 1 hour and 30 minutes',
    'announced',
  ])
})
