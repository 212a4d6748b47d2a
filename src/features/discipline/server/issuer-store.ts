import { and, inArray, sql } from 'drizzle-orm'
import { isErased } from '#lib/discord-id.ts'
import { fold } from '#lib/search.ts'
import type { Db } from '#server/database/database.ts'
import { gameAuthorIn } from '../game-rules.ts'
import { playerActions } from './tables.ts'

/** Who gave an action; `isPerson`: a Discord account, not the game server, a name in a file or a person who was erased. */
export interface Issuer {
  id: string
  name: string
  isPerson: boolean
  /** Where the action has only a name: the accounts that gave other actions of the same program under it. */
  namesakes: readonly string[]
}

interface Given {
  adminId: string
  adminName: string
}

interface GivenInGame extends Given {
  id: number
  userId: string
  internalReason: string
  nativeId: string
  source: string
}

const isAccount = (id: string) => /^\d{17,20}$/.test(id)
const keyOf = (source: string, name: string) => `${source}\n${name}`

export const issuerOf = ({ adminId, adminName }: Given): Issuer => ({
  ...{ id: adminId, name: adminName, isPerson: isAccount(adminId) && !isErased(adminId), namesakes: [] },
})

/** What the issuer of a player action is called in game: the game server stands for those without an account. */
const nameOf = ({ adminName, internalReason, nativeId }: GivenInGame) =>
  gameAuthorIn(internalReason, nativeId) ?? adminName

/**
 * Who gave these player actions, by their ids, where only a name is known: where one account gave other actions of the
 * same program under that name, as after its admins were linked when it was moved in, it is theirs.
 */
export async function namedIssuers(on: Db, rows: readonly GivenInGame[]): Promise<ReadonlyMap<number, Issuer>> {
  const unknown = rows.filter(({ adminId }) => !isAccount(adminId))
  if (unknown.length === 0) return new Map()
  const { source, adminKey, adminId } = playerActions
  const found = await on
    .selectDistinct({ source, adminKey, adminId })
    .from(playerActions)
    .where(
      and(
        inArray(sql`${adminKey} collate "C"`, [...new Set(unknown.map((row) => fold(nameOf(row))))]),
        sql`${adminId} ~ '^[0-9]{17,20}$'`,
      ),
    )
  const accounts = new Map<string, string[]>()
  for (const row of found) {
    const key = keyOf(row.source, row.adminKey)
    accounts.set(key, [...(accounts.get(key) ?? []), row.adminId])
  }
  return new Map(
    unknown.map((row) => {
      const name = nameOf(row)
      const namesakes = accounts.get(keyOf(row.source, fold(name))) ?? []
      const [account, other] = namesakes
      // Whoever acted on themselves in game gave themselves nothing here.
      const isPerson = account !== undefined && other === undefined && account !== row.userId
      return [row.id, { id: isPerson ? account : row.adminId, name, isPerson, namesakes }]
    }),
  )
}
