import { and, inArray, sql } from 'drizzle-orm'
import { isErased } from '#lib/discord-id.ts'
import { fold } from '#lib/search.ts'
import type { Db } from '#server/database/database.ts'
import { gameAuthorIn } from '../game-rules.ts'
import { playerActions } from './tables.ts'

/**
 * The issuer of an action. `isPerson`: a Discord account, not the game server, a name in a file or an erased person.
 */
export interface Issuer {
  id: string
  name: string
  isPerson: boolean
  /** When the action has only a name: the accounts that gave other actions of the same program under this name. */
  namesakes: readonly string[]
}

interface IssuerFields {
  adminId: string
  adminName: string
}

interface GameIssuerFields extends IssuerFields {
  id: number
  userId: string
  internalReason: string
  nativeId: string
  source: string
}

const isAccount = (id: string) => /^\d{17,20}$/.test(id)
const keyOf = (source: string, name: string) => `${source}\n${name}`

export const issuerOf = ({ adminId, adminName }: IssuerFields): Issuer => ({
  ...{ id: adminId, name: adminName, isPerson: isAccount(adminId) && !isErased(adminId), namesakes: [] },
})

/**
 * The name of the issuer of a player action in game, because the game server is the issuer when there is no account.
 */
const nameOf = ({ adminName, internalReason, nativeId }: GameIssuerFields) =>
  gameAuthorIn(internalReason, nativeId) ?? adminName

/**
 * The issuers of those of these player actions that have only a name, by the id of the action. When exactly one account
 * gave other actions of the same program under that name, it is the issuer. This happens when admins were linked to
 * accounts while the program was moved in.
 */
export async function namedIssuers(on: Db, rows: readonly GameIssuerFields[]): Promise<ReadonlyMap<number, Issuer>> {
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
      // A person who acted on themselves in game is not the issuer of that action here.
      const isPerson = account !== undefined && other === undefined && account !== row.userId
      return [row.id, { id: isPerson ? account : row.adminId, name, isPerson, namesakes }]
    }),
  )
}
