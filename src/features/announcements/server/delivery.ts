import { monotonicClock } from '#lib/monotonic-clock.ts'
import type { Posted, Webhooks } from '#server/discord/webhooks.ts'
import type { Log } from '#server/log.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import { nextAttempt } from '../delivery-rules.ts'
import { type AnnouncementStore, type Claimed, DIRECT } from './store.ts'

/** The message was given up: `late` after three days of failed attempts, `off` when there was no bot to send it. */
interface TooLate {
  result: 'late' | 'off'
}

/** The delivery of messages to single people, in addition to messages to channels. */
export interface DirectMessages {
  /** Sends a message. Null without a bot. */
  send: ((message: Claimed & { personId: string }) => Promise<Posted>) | null
  /** Called with the result of a message. */
  settled(message: { id: number; personId: string; event: string }, posted: Posted | TooLate): Promise<void>
}

export interface DeliveryDeps {
  store: AnnouncementStore
  webhooks: Webhooks
  directMessages?: DirectMessages
  clock: () => Date
  /** While the clock is not trusted, no message is given up or removed for its age. */
  isClockRight?: () => boolean
  log: Log
  /** A random number from 0 to 1 that spreads the retries of messages that failed together. */
  chance?: () => number
}

export interface Delivery {
  /** Starts posting the due messages, and cleans up when it is time for that. Never throws. */
  look(): Promise<void>
  /** Does the same as `look`, and waits until the messages are posted. */
  work(): Promise<void>
  /** Starts no further messages, and waits for those under way. */
  end(): Promise<void>
}

const CHECK_EVERY = 1_000
/** The pause (ms) between two messages to people. */
const DIRECT_REST = 1_000
const TIDY_EVERY = 15_000
/** The pause (ms) after the database did not answer. */
const RETRY_AFTER = 5_000

/** Posts announcements in the background, in one process of the site. No request ever waits for it. */
export function startAnnouncing({ scheduler, ...deps }: DeliveryDeps & { scheduler: Scheduler }): void {
  let delivery = createDelivery(deps)
  scheduler.add({
    name: 'announcements',
    runsIn: 'leader',
    every: CHECK_EVERY,
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
 * Posts messages from the outbox to Discord. Each webhook posts its messages one after the other in their order, and
 * all webhooks work in parallel. A message is marked as on its way before it is posted. It is posted again only when
 * Discord certainly did not accept it. A crash or a missing answer can therefore lose a message, but never posts it
 * twice.
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
  const postingByWebhook = new Map<string, Promise<void>>()
  /** The time until which Discord would refuse each webhook, in milliseconds of `monotonicClock`. */
  const restUntilByWebhook = new Map<string, number>()
  /** Webhooks that no longer exist in Discord, with the reason. They are not tried again before the site restarts. */
  const reasonByGoneWebhook = new Map<string, string>()
  /** Results of messages that could not be written to the database yet. */
  let unsavedResults: (() => Promise<unknown>)[] = []
  let isEnded = false
  let looking: Promise<void> | null = null
  let tidyAt = time() + TIDY_EVERY
  let pausedUntil = 0

  async function saveResult(save: () => Promise<unknown>): Promise<void> {
    try {
      await save()
    } catch (error) {
      unsavedResults.push(save)
      throw error
    }
  }

  async function saveAllResults(): Promise<void> {
    const pending = unsavedResults
    unsavedResults = []
    for (const [index, save] of pending.entries()) {
      try {
        await save()
      } catch (error) {
        unsavedResults.push(...pending.slice(index))
        throw error
      }
    }
  }

  /** Posts messages of this webhook until none is due. */
  async function postDue(webhook: string): Promise<void> {
    while (!isEnded && (restUntilByWebhook.get(webhook) ?? 0) <= time()) {
      const why = reasonByGoneWebhook.get(webhook)
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

  /** Sends a message to one person. A pause follows, whatever the result. */
  async function sendOne(claimed: Claimed): Promise<void> {
    const { id, aboutId: personId, event } = claimed
    if (directMessages === undefined || sendDirect === null || personId === null) throw new Error('a message to nobody')
    const posted = await sendDirect({ ...claimed, personId })
    restUntilByWebhook.set(DIRECT, time() + DIRECT_REST)
    await saveResult(() => directMessages.settled({ id, personId, event }, posted))
    await settle(DIRECT, claimed, posted)
  }

  async function settle(webhook: string, { id, event, attempts }: Claimed, posted: Posted): Promise<void> {
    const about = { webhook, event, announcement: id }
    switch (posted.result) {
      case 'posted':
        if (posted.restSeconds > 0) restUntilByWebhook.set(webhook, time() + posted.restSeconds * 1000)
        log.info({ ...about, messageId: posted.messageId }, 'announced')
        return saveResult(() => store.posted(id, posted.messageId))
      case 'not-now': {
        const next = nextAttempt(attempts, clock(), chance(), posted.waitSeconds)
        if (!posted.isOutage)
          log.warn({ ...about, why: posted.why, attempts, next }, 'an announcement could not be posted yet')
        return saveResult(() => store.postpone(id, posted.why, next))
      }
      case 'gone': {
        reasonByGoneWebhook.set(webhook, posted.why)
        log.error({ webhook, why: posted.why }, 'announcements to this webhook are given up: put a new address there')
        return saveResult(() => store.giveUpAll(webhook, posted.why))
      }
      case 'unknown': {
        const why = `${posted.why} and may have it, so it is not posted again`
        log.error({ ...about, why }, 'an announcement was given up')
        return saveResult(() => store.giveUp(id, why))
      }
      case 'refused':
        // A person may not accept messages. The site itself tells them about that, so this is no error.
        if (webhook === DIRECT) log.info({ ...about, why: posted.why }, 'a message was refused')
        else log.error({ ...about, why: posted.why }, 'an announcement was given up')
        return saveResult(() => store.giveUp(id, posted.why))
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
      unsavedResults.push(() => directMessages.settled({ id, personId, event }, as))
    }
    await saveAllResults()
  }

  async function beginDue(): Promise<void> {
    await saveAllResults()
    if (time() >= tidyAt) await tidy()
    if (names.length === 0) return
    for (const webhook of await store.listDue()) {
      // A webhook whose address was removed keeps its messages until it has an address again or they are too old.
      if (isEnded || postingByWebhook.has(webhook) || !names.includes(webhook)) continue
      const lane = postDue(webhook)
        .catch(pauseAfterFailure)
        .finally(() => postingByWebhook.delete(webhook))
      postingByWebhook.set(webhook, lane)
    }
  }

  function pauseAfterFailure(error: unknown): void {
    pausedUntil = time() + RETRY_AFTER
    log.warn({ err: error }, 'announcements cannot be posted now')
  }

  async function look(): Promise<void> {
    if (isEnded || time() < pausedUntil) return
    looking ??= beginDue()
      .catch(pauseAfterFailure)
      .finally(() => {
        looking = null
      })
    await looking
  }

  return {
    look,
    async work() {
      await look()
      await Promise.all(postingByWebhook.values())
    },
    async end() {
      isEnded = true
      await looking
      await Promise.all(postingByWebhook.values())
      if (unsavedResults.length > 0) await saveAllResults().catch(pauseAfterFailure)
    },
  }
}
