import * as z from 'zod'
import type { Membership } from './discord.ts'

export const Snowflake = z.string().regex(/^\d{17,20}$/)
/** A hash that becomes part of an address, so nothing but word characters. */
export const ImageHash = z.string().regex(/^\w+$/)

/** https://docs.discord.com/developers/resources/guild#guild-member-object */
export const MemberBody = z.object({
  roles: z.array(Snowflake),
  nick: z.string().nullish(),
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
