import * as z from 'zod/mini'
import { jsonOrNull } from '#lib/json.ts'
import { fetchWithLimits } from '#server/fetch-with-limits.ts'
import type { PlayerCounts, QueryResult } from '../rules.ts'

/** Much more than a `/dynamic.json` has. */
const MAX_BYTES = 16 * 1024

/** More than any server has. A larger number is a mistake or a joke. */
const Count = z.int().check(z.gte(0), z.lte(10_000))
/** FXServer sends the number of slots as a string. */
const Slots = z.pipe(z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number))]), Count)
const Dynamic = z.object({ clients: Count, sv_maxclients: Slots })

/** The counts of a `/dynamic.json`. Null for anything else. All other fields are dropped. */
export function parseCounts(body: string): PlayerCounts | null {
  const parsed = Dynamic.safeParse(jsonOrNull(body))
  return parsed.success ? { players: parsed.data.clients, slots: parsed.data.sv_maxclients } : null
}

/** Queries the game server for its counts. Never throws. */
export type QueryGameServer = () => Promise<QueryResult>

/**
 * Queries an FXServer at its address: only `/dynamic.json`, which has counts and no names. The query comes from this
 * server and never from a visitor's browser. It has no `Via` header of a proxy and follows no redirect, because a
 * careful server blocks the address of a client that sends more (`sv_requestParanoia`).
 */
export function createGameServerQuery(address: string, { timeoutMs = 5_000 } = {}): QueryGameServer {
  const url = `${address.replace(/(?<!\/)\/+$/, '')}/dynamic.json`
  return async () => {
    try {
      const response = await fetchWithLimits(
        url,
        { headers: { accept: 'application/json' }, redirect: 'manual' },
        { timeoutMs, maxBytes: MAX_BYTES },
      )
      return (response.status === 200 && parseCounts(await response.text())) || 'unreadable'
    } catch (error) {
      // Refused, reset, unknown host, timeout: all are the same for a visitor. A RangeError is a response that is too
      // long.
      return error instanceof RangeError ? 'unreadable' : 'unreachable'
    }
  }
}
