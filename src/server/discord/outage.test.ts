import { beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../log.ts'
import { DiscordUnavailable, DiscordUnreachable } from './failures.ts'
import { type Outage, watchOutage } from './outage.ts'

const MINUTE = 60_000
let logged: string[]
let now: number
let outage: Outage
beforeEach(() => {
  logged = []
  now = Date.parse('2026-03-14T18:30:00Z')
  const log = createLogger('info', {
    write: (line) => {
      const { msg, why, err } = JSON.parse(line)
      logged.push([msg, why, err && 'with a stack'].filter(Boolean).join(' | '))
    },
  })
  outage = watchOutage({ log, clock: () => new Date(now) })
})

const OUT = 'Discord is out of reach: the site goes on with what it knows, and says here when it is back'

describe('An outage of Discord in the log', () => {
  it('an outage is one line at its start and one at its end', () => {
    outage.answered('calls')
    for (let minute = 0; minute < 75; minute++) {
      outage.failed('calls', 'ECONNREFUSED')
      outage.failed('gateway', 'lost (1006)')
      now += MINUTE
    }
    outage.answered('gateway')
    expect(logged).toEqual([`${OUT} | ECONNREFUSED`])
    outage.answered('calls')
    outage.answered('calls')
    expect(logged).toEqual([`${OUT} | ECONNREFUSED`, 'Discord answers again after 1 hour and 15 minutes'])
  })

  it('one successful call between two failures does not end an outage', () => {
    outage.failed('calls', 'Discord answered 503')
    now += 20_000
    outage.answered('calls')
    outage.failed('calls', 'Discord answered 503')
    now += 30_000
    outage.answered('calls')
    expect(logged).toEqual([`${OUT} | Discord answered 503`, 'Discord answers again after 50 seconds'])
  })

  it('an outage lasts until the gateway is connected again, or has stopped for good', () => {
    outage.failed('gateway', 'lost (1006)')
    now += MINUTE
    outage.answered('calls')
    expect(logged).toHaveLength(1)
    outage.ended('gateway')
    outage.failed('calls', 'again')
    expect(logged).toEqual([`${OUT} | lost (1006)`, `${OUT} | again`])
  })
})

describe('Failed calls in the log', () => {
  it('a call that fails because of an outage is not logged again', () => {
    outage.report(new DiscordUnreachable('ECONNREFUSED'), 'the supporters could not be read')
    expect(logged).toEqual([])
  })

  it('a call that Discord refused is logged once an hour, without a stack', () => {
    const line = 'the supporters could not be read | Discord answered 403'
    for (let minute = 0; minute < 60; minute++) {
      outage.report(new DiscordUnavailable('Discord answered 403'), 'the supporters could not be read')
      now += MINUTE
    }
    expect(logged).toEqual([line])
    outage.report(new DiscordUnavailable('Discord answered 403'), 'the supporters could not be read')
    outage.report(new DiscordUnavailable('Discord asked us to wait'), 'the supporters could not be read')
    expect(logged).toEqual([line, line, 'the supporters could not be read | Discord asked us to wait'])
  })

  it('a call that fails for another reason is always logged with details', () => {
    for (let times = 0; times < 2; times++) outage.report(new Error('the database'), 'the supporters could not be read')
    expect(logged).toEqual(Array(2).fill('the supporters could not be read | with a stack'))
  })
})
