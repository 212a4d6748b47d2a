import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Posted, Webhooks } from '#server/discord/webhooks.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { nextAttempt } from '../delivery-rules.ts'
import { type AnnouncementStore, type Claimed, DIRECT } from './store.ts'

/** Discord took it in none of three days, or there was no bot to send it. */
interface TooLate {
  result: 'late' | 'off'
}

/** How messages to one person go, beside those to channels. */
export interface DirectMessages {
  /** Null without a bot. */
  send: ((message: Claimed & { personId: string }) => Promise<Posted>) | null
  /** Hears what became of it. */
  settled(message: { id: number; personId: string; event: string }, posted: Posted | TooLate): Promise<void>
}

export interface DeliveryDeps {
  store: AnnouncementStore
  webhooks: Webhooks
  directMessages?: DirectMessages
  clock: () => Date
  /** While the clock cannot be believed nothing is given up or removed for its age. */
  isClockRight?: () => boolean
  log: Log
  /** From 0 to 1; keeps those who failed together from trying together. */
  chance?: () => number
}

export interface Delivery {
  /** Begins to post what is due, and tidies up when it is time to. Never throws. */
  look(): Promise<void>
  /** The same, and waits until it is posted. */
  work(): Promise<void>
  /** Takes nothing more on, and waits for what is on its way. */
  end(): Promise<void>
}

const LOOK_EVERY = 1_000
/** Between two messages to people. */
const DIRECT_REST = 1_000
const TIDY_EVERY = 15_000
/** The database does not answer. */
const RETRY_AFTER = 5_000

/** Posts announcements while the site runs, in one of its processes. No request ever waits for it. */
export function keepAnnouncing({ scheduler, ...deps }: DeliveryDeps & { scheduler: Scheduler }): void {
  let delivery = createDelivery(deps)
  scheduler.add({
    name: 'announcements',
    runsIn: 'leader',
    every: LOOK_EVERY,
    work: async () => {
      await delivery.look()
      return undefined
    },
    end: async () => {
      const ended = delivery
      delivery = createDelivery(deps)
      await ended.end()
    },
  })
}

/**
 * Takes messages from the outbox to Discord: each webhook's in their order, one after the other, all webhooks at once.
 * A message is marked as on its way before it is posted, and posted again only where it is certain that Discord did not
 * take it. So a crash, or an answer that never came, costs a message at worst and never doubles one.
 */
export function createDelivery({
  store,
  webhooks,
  directMessages,
  clock,
  isClockRight = () => true,
  log,
  chance = Math.random,
}: DeliveryDeps): Delivery {
  const time = monotonicClock(clock)
  const sendDirect = directMessages?.send ?? null
  const names = [...webhooks.names, ...(sendDirect === null ? [] : [DIRECT])]
  const lanes = new Map<string, Promise<void>>()
  /** Webhook → milliseconds of the monotonicClock time until which Discord would refuse it. */
  const rests = new Map<string, number>()
  /** Webhooks that Discord does not know any more, and why. It is not asked again before the site starts again. */
  const gone = new Map<string, string>()
  /** What became of messages while the database could not be told. */
  let untold: (() => Promise<unknown>)[] = []
  let isEnded = false
  let looking: Promise<void> | null = null
  let tidyAt = time() + TIDY_EVERY
  let pausedUntil = 0

  async function tell(what: () => Promise<unknown>): Promise<void> {
    try {
      await what()
    } catch (error) {
      untold.push(what)
      throw error
    }
  }

  async function tellAll(): Promise<void> {
    const pending = untold
    untold = []
    for (const [index, what] of pending.entries()) {
      try {
        await what()
      } catch (error) {
        untold.push(...pending.slice(index))
        throw error
      }
    }
  }

  /** Posts until nothing of this webhook is due. */
  async function follow(webhook: string): Promise<void> {
    while (!isEnded && (rests.get(webhook) ?? 0) <= time()) {
      const why = gone.get(webhook)
      if (why !== undefined) {
        await store.giveUpAll(webhook, why)
        return
      }
      const claimed = await store.claim(webhook)
      if (claimed === null) return
      await (webhook === DIRECT
        ? sendOne(claimed)
        : settle(webhook, claimed, await webhooks.post(webhook, claimed.message)))
    }
  }

  /** A message to one person, and then a rest, whatever became of it. */
  async function sendOne(claimed: Claimed): Promise<void> {
    const { id, aboutId: personId, event } = claimed
    if (directMessages === undefined || sendDirect === null || personId === null) throw new Error('a message to nobody')
    const posted = await sendDirect({ ...claimed, personId })
    rests.set(DIRECT, time() + DIRECT_REST)
    await tell(() => directMessages.settled({ id, personId, event }, posted))
    await settle(DIRECT, claimed, posted)
  }

  async function settle(webhook: string, { id, event, attempts }: Claimed, posted: Posted): Promise<void> {
    const about = { webhook, event, announcement: id }
    switch (posted.result) {
      case 'posted':
        if (posted.restSeconds > 0) rests.set(webhook, time() + posted.restSeconds * 1000)
        log.info({ ...about, messageId: posted.messageId }, 'announced')
        return tell(() => store.posted(id, posted.messageId))
      case 'not-now': {
        const next = nextAttempt(attempts, clock(), chance(), posted.waitSeconds)
        if (!posted.isOutage)
          log.warn({ ...about, why: posted.why, attempts, next }, 'an announcement could not be posted yet')
        return tell(() => store.postpone(id, posted.why, next))
      }
      case 'gone': {
        gone.set(webhook, posted.why)
        log.error({ webhook, why: posted.why }, 'announcements to this webhook are given up: put a new address there')
        return tell(() => store.giveUpAll(webhook, posted.why))
      }
      case 'unknown': {
        const why = `${posted.why} and may have it, so it is not posted again`
        log.error({ ...about, why }, 'an announcement was given up')
        return tell(() => store.giveUp(id, why))
      }
      case 'refused':
        // People may close their messages; they are told on the site.
        if (webhook === DIRECT) log.info({ ...about, why: posted.why }, 'a message was refused')
        else log.error({ ...about, why: posted.why }, 'an announcement was given up')
        return tell(() => store.giveUp(id, posted.why))
    }
  }

  async function tidy(): Promise<void> {
    tidyAt = time() + TIDY_EVERY
    if (!isClockRight()) return
    const { lost, late } = await store.tidy()
    if (lost.length > 0)
      log.error({ lost: lost.length }, 'announcements were on their way when the site ended: they are not posted again')
    if (late.length > 0)
      log.error({ late: late.length }, 'announcements were given up: they could not be posted for three days')
    const ended = [
      ...lost.map((message) => ({ ...message, as: { result: 'unknown', why: 'it was given up' } as const })),
      ...late.map((message) => ({ ...message, as: { result: sendDirect === null ? 'off' : 'late' } as const })),
    ]
    for (const { id, event, webhook, aboutId: personId, as } of ended) {
      if (directMessages === undefined || webhook !== DIRECT || personId === null) continue
      untold.push(() => directMessages.settled({ id, personId, event }, as))
    }
    await tellAll()
  }

  async function beginDue(): Promise<void> {
    await tellAll()
    if (time() >= tidyAt) await tidy()
    if (names.length === 0) return
    for (const webhook of await store.listDue()) {
      // A name that has lost its address keeps its messages until it has one again or they are too old.
      if (isEnded || lanes.has(webhook) || !names.includes(webhook)) continue
      const lane = follow(webhook)
        .catch(complain)
        .finally(() => lanes.delete(webhook))
      lanes.set(webhook, lane)
    }
  }

  function complain(error: unknown): void {
    pausedUntil = time() + RETRY_AFTER
    log.warn({ err: error }, 'announcements cannot be posted now')
  }

  async function look(): Promise<void> {
    if (isEnded || time() < pausedUntil) return
    looking ??= beginDue()
      .catch(complain)
      .finally(() => {
        looking = null
      })
    await looking
  }

  return {
    look,
    async work() {
      await look()
      await Promise.all(lanes.values())
    },
    async end() {
      isEnded = true
      await looking
      await Promise.all(lanes.values())
      if (untold.length > 0) await tellAll().catch(complain)
    },
  }
}
