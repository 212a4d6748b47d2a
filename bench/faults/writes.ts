import { setTimeout as sleep } from 'node:timers/promises'
import { verifyAudit } from '#features/audit/server/chain-store.ts'
import type { Database } from '#server/database/database.ts'
import { openForReading } from '#server/database/reading.ts'
import type { Chance } from './chance.ts'
import { log, type Place } from './site.ts'

/**
 * The acknowledged state of a record, and the states that it may have since: a request without a reply may or may not
 * have been applied.
 */
interface Record {
  said: string | null
  maybe: (string | null)[]
}

/** The problems of the database, in words. */
export interface Verdict {
  lost: string[]
  auditRows: number
}

const CONNECTIONS = 6
/** Longer than the site may take for any reply, in milliseconds. */
const TIMEOUT_MS = 20_000
const IN_ONE_IMPORT = 20

/** Sends writes over several HTTP connections and remembers which were acknowledged. */
export class Writers {
  acknowledged = 0
  /** The number of replies by status. `hung` counts requests without a reply within the timeout. */
  readonly answers = new Map<number | 'hung', number>()
  #origin: string
  #cookies: string[]
  #chance: Chance
  #records = new Map<string, Record>()
  #audited = new Map<string, number>()
  #count = 0
  #isStopped = true
  #running: Promise<unknown> = Promise.resolve()

  constructor(origin: string, cookies: string[], chance: Chance) {
    this.#origin = origin
    this.#cookies = cookies
    this.#chance = chance
  }

  start(): void {
    this.#isStopped = false
    this.#running = Promise.all(Array.from({ length: CONNECTIONS }, () => this.#write()))
  }

  /** Waits until `more` further writes are acknowledged. */
  async untilAcknowledged(more: number): Promise<void> {
    const goal = this.acknowledged + more
    const deadline = performance.now() + TIMEOUT_MS
    while (this.acknowledged < goal) {
      if (performance.now() > deadline) throw new Error(`nothing is acknowledged: ${JSON.stringify([...this.answers])}`)
      await sleep(1)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #write(): Promise<void> {
    /** The codes of this connection, which no other connection changes. */
    const own: { id: number; version: number; code: string }[] = []
    while (!this.#isStopped) await this.once(own)
  }

  /** Makes one write of a random kind. Returns its status, or null without a reply. */
  async once(own: { id: number; version: number; code: string }[] = []): Promise<number | null> {
    const n = ++this.#count
    const kind = this.#chance.between(1, 20)
    const code = own.at(-1)
    if (kind <= 7) return this.#addAction(`fault ${n}`)
    if (kind <= 12 && code) return this.#changeCode(code, `fault ${n}`)
    if (kind === 13 && code) return this.#removeCode(own)
    if (kind <= 16) return this.#addCode(own, `f${n}`, `fault ${n}`)
    if (kind <= 18) return this.#addMember(`fault ${n}`, n)
    if (kind === 19) return this.#addLink(`fault-${n}`)
    return this.#import(`fault ${n}`, n)
  }

  async #addAction(words: string): Promise<number | null> {
    const body = { user: '310000000000000101', user_name: 'Nolan Reyes', type: 'Strike', internal_reason: words }
    const { status, id } = await this.#send('POST', '/api/staff-da', body)
    return this.#note(status, `action ${words}`, words, `addAction staff-da/${id}`)
  }

  async #addCode(own: { id: number; version: number; code: string }[], code: string, meaning: string) {
    const { status, id } = await this.#send('POST', '/api/codes/ten', { code, meaning })
    if (status === 200) own.push({ id: Number(id), version: 1, code })
    return this.#note(status, `code ${code}`, meaning, `addTenCode ten-codes/${id}`)
  }

  async #changeCode(own: { id: number; version: number; code: string }, meaning: string) {
    const { id, version, code } = own
    const { status } = await this.#send('PUT', `/api/codes/ten/${id}`, { code, meaning, version })
    if (status === 200) own.version++
    return this.#note(status, `code ${code}`, meaning, `changeTenCode ten-codes/${id}`)
  }

  async #removeCode(own: { id: number; version: number; code: string }[]): Promise<number | null> {
    const last = own.pop()
    if (last === undefined) return null
    const { status } = await this.#send('DELETE', `/api/codes/ten/${last.id}`)
    return this.#note(status, `code ${last.code}`, null, `removeTenCode ten-codes/${last.id}`)
  }

  async #addMember(name: string, n: number): Promise<number | null> {
    const body = { name, discordId: memberId(n, 0), position: 'Trial Moderator' }
    const { status, id } = await this.#send('POST', '/api/roster', body)
    return this.#note(status, `member ${name}`, name, `addRosterMember roster/${id}`)
  }

  async #addLink(key: string): Promise<number | null> {
    const body = { key, title: key, group: 'References', icon: 'bolt', copy: key }
    const { status } = await this.#send('POST', '/api/es/quicklinks', body)
    return this.#note(status, `link ${key}`, key, `addQuickLink quick-links/${key}`)
  }

  /** A single transaction with many rows. Either all of them or none must be stored. */
  async #import(words: string, n: number): Promise<number | null> {
    const rows = Array.from(
      { length: IN_ONE_IMPORT },
      (_, at) => `Dev ${n}-${at},Developer,${memberId(n, at)},${words}`,
    )
    const { status } = await this.#send(
      'POST',
      '/api/dev-roster/import',
      ['Name,Position,Discord ID,Notes', ...rows].join('\n'),
    )
    return this.#note(status, `import ${words}`, String(IN_ONE_IMPORT), 'importRoster dev-roster')
  }

  async #send(method: string, path: string, body?: object | string): Promise<{ status: number | null; id: string }> {
    const cookie = this.#cookies[this.#chance.between(0, this.#cookies.length - 1)] ?? ''
    const address = [10, 1, 2, 3].map((part) => (part === 10 ? part : this.#chance.between(1, 254))).join('.')
    try {
      const response = await fetch(this.#origin + path, {
        method,
        headers: {
          cookie,
          origin: this.#origin,
          'x-forwarded-for': address,
          ...(body !== undefined && { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
        },
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const answer: { item?: { id?: string | number } } = JSON.parse(await response.text())
      this.#answered(response.status)
      return { status: response.status, id: String(answer.item?.id) }
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') this.#answered('hung')
      return { status: null, id: '' }
    }
  }

  #answered(status: number | 'hung'): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
  }

  #note(status: number | null, key: string, said: string | null, audit: string): number | null {
    const before = this.#records.get(key) ?? { said: null, maybe: [null] }
    if (status === 200) {
      this.acknowledged++
      this.#records.set(key, { said, maybe: [said] })
      this.#audited.set(audit, (this.#audited.get(audit) ?? 0) + 1)
    } else {
      this.#records.set(key, { ...before, maybe: [...before.maybe, said] })
    }
    return status
  }

  /** Reads all acknowledged records, also while the site runs, and checks the audit log. */
  async verify(place: Place): Promise<Verdict> {
    const database = await openForReading({ ...place, log })
    try {
      return await this.#verifyIn(database)
    } finally {
      await database.close()
    }
  }

  async #verifyIn({ pool, db }: Database): Promise<Verdict> {
    const { rows } = await pool.query<{ key: string; said: string }>(
      `select 'action ' || internal_reason as key, internal_reason as said from disciplinary_actions
       union all select 'code ' || code, meaning from ten_codes where meaning like 'fault %'
       union all select 'member ' || name, name from roster_members where roster = 'roster'
       union all select 'link ' || key, key from quick_links
       union all select 'import ' || notes, count(*)::text from roster_members where roster = 'dev-roster' group by notes`,
    )
    const found = new Map(rows.map(({ key, said }) => [key, said]))
    const lost: string[] = []
    for (const [key, record] of this.#records) {
      const is = found.get(key) ?? null
      if (!record.maybe.includes(is)) lost.push(`${key}: acknowledged ${record.said}, found ${is}`)
      else this.#records.set(key, { said: is, maybe: [is] }) // the uncertain states are resolved
    }
    const audit = await pool.query<{ what: string; times: number }>(
      `select action || ' ' || target as what, count(*)::int as times from audit_log group by 1`,
    )
    const audited = new Map(audit.rows.map(({ what, times }) => [what, times]))
    for (const [what, times] of this.#audited) {
      if ((audited.get(what) ?? 0) < times) lost.push(`${what}: audited ${audited.get(what) ?? 0} of ${times} times`)
    }
    const chain = await verifyAudit(db)
    if (chain.broken) lost.push(`the audit log is broken at row ${chain.broken.seq}: ${chain.broken.why}`)
    return { lost, auditRows: chain.rows }
  }
}

function memberId(n: number, at: number): string {
  return String(340000000000000000n + BigInt(n * IN_ONE_IMPORT + at))
}
