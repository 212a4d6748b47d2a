/*
 * The game server: whether it is up and how many are in the city, for everybody to see on the front page and in the
 * navigation bar. Nobody enters anything here: `gameServer` in `community/site.yaml` says where it is, and one process
 * asks it every half minute. What surprises: the answer holds counts and never a name, and nothing at all where the
 * server was not reached yet or answers what nobody understands; nothing is better than a wrong number.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    'game-server': true
  }
}

export const GameServer = z.object({
  isOnline: z.boolean(),
  /** How many are in the city now, and how many there can be; the last known while it is offline. */
  players: z.int(),
  slots: z.int(),
})
export type GameServer = z.infer<typeof GameServer>

export const findGameServer = endpoint({
  method: 'GET',
  path: '/api/game-server',
  access: 'anyone',
  topic: 'game-server',
  summary: 'Whether the game server is up and how many play on it; null where that is not known.',
  reply: z.object({ data: z.nullable(GameServer) }),
})

export const endpoints = [findGameServer]
