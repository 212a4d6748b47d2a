import * as z from 'zod'
import { cleanLine } from '#lib/clean-text.ts'

export interface Account {
  /** Discord user id: a string of 17 to 20 digits, never a number. */
  id: string
  username: string
  globalName: string | null
  avatar: string | null
  /** Null without the scope `email`, and for accounts without an email address. */
  email: string | null
  emailVerified: boolean
}

export interface Membership {
  roles: string[]
  nick: string | null
  /** The avatar for this guild only. It takes precedence over the account's. */
  avatar: string | null
  joinedAt: Date | null
}

/** A member of the guild, as the bot lists them. */
export interface GuildMember {
  account: Pick<Account, 'id' | 'username' | 'globalName' | 'avatar'>
  membership: Membership
}

export const Snowflake = z.string().regex(/^\d{17,20}$/)
/** The hash of an image. It becomes part of a URL, so only word characters are allowed. */
export const ImageHash = z.string().regex(/^\w+$/)

/** Discord's own limit is 32. */
const MAX_OF_A_NAME = 100
/** The name of a person or role, cleaned for storage. Null if no visible character is left. */
export const Name = z.string().transform((name) => cleanLine(name, MAX_OF_A_NAME) || null)

/** https://docs.discord.com/developers/resources/user#user-object */
export const UserBody = z.object({
  id: Snowflake,
  username: Name.pipe(z.string()),
  global_name: Name.nullish(),
  avatar: ImageHash.nullish(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
})

/** https://docs.discord.com/developers/resources/guild#guild-member-object */
export const MemberBody = z.object({
  roles: z.array(Snowflake),
  nick: Name.nullish(),
  avatar: ImageHash.nullish(),
  joined_at: z.iso.datetime({ offset: true }).nullish(),
})

export function membershipFrom(body: z.infer<typeof MemberBody>): Membership {
  return {
    roles: body.roles,
    nick: body.nick ?? null,
    avatar: body.avatar ?? null,
    joinedAt: body.joined_at ? new Date(body.joined_at) : null,
  }
}
