import * as z from 'zod/mini'
import { jsonOrNull } from '#lib/json.ts'
import { fetchWithLimits } from '#server/fetch-with-limits.ts'
import type { Asked, Reading } from '../rules.ts'

/** Far more than a `/dynamic.json` has. */
const MAX_BYTES = 16 * 1024

/** More than any server has: a number beyond it is a mistake or a joke. */
const Count = z.int().check(z.gte(0), z.lte(10_000))
/** FXServer writes the slots as a text. */
const Slots = z.pipe(z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number))]), Count)
const Dynamic = z.object({ clients: Count, sv_maxclients: Slots })

/** The counts of a `/dynamic.json`; null for anything else. Everything beside them is left behind. */
export function readingOf(body: string): Reading | null {
  const parsed = Dynamic.safeParse(jsonOrNull(body))
  return parsed.success ? { players: parsed.data.clients, slots: parsed.data.sv_maxclients } : null
}

/** The game server, as far as it tells the world how many play. Never throws. */
export type AskGameServer = () => Promise<Asked>

/**
 * An FXServer at its address: `/dynamic.json` alone, which has counts and no names. Asked from here and never from a
 * visitor's browser, without a proxy's `Via` and without following it elsewhere: a careful server blocks the address
 * of a client that sends more (`sv_requestParanoia`).
 */
export function createAskGameServer(address: string, { timeoutMs = 5_000 } = {}): AskGameServer {
  const url = `${address.replace(/(?<!\/)\/+$/, '')}/dynamic.json`
  return async () => {
    try {
      const response = await fetchWithLimits(
        url,
        { headers: { accept: 'application/json' }, redirect: 'manual' },
        { timeoutMs, maxBytes: MAX_BYTES },
      )
      return (response.status === 200 && readingOf(await response.text())) || 'unreadable'
    } catch (error) {
      // Refused, reset, no such name, too slow: for a visitor all the same. A RangeError is an answer without an end.
      return error instanceof RangeError ? 'unreadable' : 'unreachable'
    }
  }
}
