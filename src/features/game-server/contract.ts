/*
 * The game server: whether it is online and how many players are in the city, shown to everybody on the front page and
 * in the navigation bar. Nobody enters anything here: `gameServer` in `community/site.yaml` is its address, and one
 * process queries it every half minute. Surprising: the reply has counts and never a name. It is null when the server
 * was not reached yet or its responses cannot be read, because no number is better than a wrong one.
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
  /**
   * The number of players in the city (0 while the server is offline), and the number of slots (the last known one).
   */
  players: z.int(),
  slots: z.int(),
})
export type GameServer = z.infer<typeof GameServer>

export const findGameServer = endpoint({
  method: 'GET',
  path: '/api/game-server',
  access: 'anyone',
  topic: 'game-server',
  summary:
    'Returns whether the game server is online, with its numbers of players and slots. `data` is null if this is not known.',
  reply: z.object({ data: z.nullable(GameServer) }),
})

export const endpoints = [findGameServer]
