import { grantsOf, hasStaffSession, isLive, type RoleCapability, rightsOf } from '#features/auth/rules.ts'
import type { SessionAuthorization } from '#features/auth/server/authorization.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import type { RoleNames } from '#features/auth/server/gateway.ts'
import type { RoleWatch } from '#features/auth/server/role-watch.ts'
import type { Sessions } from '#features/auth/server/sessions.ts'
import { countSessions, findUser, listSessionsOf } from '#features/auth/server/store.ts'
import { msg, type Translator } from '#lib/messages.ts'
import type { CommunityRoles } from '#server/config/community.ts'
import type { Database } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import { notFound } from '#server/http/http-error.ts'
import type { Serve } from '#server/http/serve.ts'
import { plainAddress } from '#server/http/visitor-address.ts'
import {
  type Account,
  exportUserSessions,
  findOwnAccount,
  findOwnAddress,
  findUserSessions,
  listUserSessions,
  removeOtherSessions,
  removeOwnSession,
  removeUserSessions,
} from '../contract.ts'
import { sortUsers, typeOf } from '../rules.ts'

export interface UsersRoutesDeps {
  serve: Serve
  authorization: Pick<SessionAuthorization, 'refresh'>
  sessions: Sessions
  database: Database
  discord: Pick<Discord, 'avatarUrl'>
  directory: Pick<Directory, 'nameOf'>
  watch: Pick<RoleWatch, 'trueUntil'>
  roleNames: RoleNames
  roles: CommunityRoles
  capabilityRoles: readonly RoleCapability[]
  ownerIds: readonly string[]
  clock: () => Date
}

export function usersRoutes(deps: UsersRoutesDeps): void {
  const { serve, authorization, sessions, clock } = deps
  const { db } = deps.database

  serve.call(listUserSessions)(async () => {
    const counted = await countSessions(db, clock())
    const users = counted.map(({ user, member, staff }) => {
      const rights = rightsOf(user, deps.roles, deps.ownerIds, deps.capabilityRoles)
      return {
        id: user.id,
        username: user.username,
        global_name: user.globalName,
        type: typeOf(rights),
        sessionCount: hasStaffSession(rights) ? staff : member,
      }
    })
    return { data: sortUsers(users.filter(({ sessionCount }) => sessionCount > 0)) }
  })

  serve.export(exportUserSessions)

  serve.call(findUserSessions)(async ({ params, request, translator }) => {
    const account = await accountOf(params.id, await sessions.of(request), translator)
    if (account === null) throw notFound(msg('Nobody with this Discord ID ever signed in.'))
    return { item: account }
  })

  serve.call(removeUserSessions)(async (call) => {
    const ended = await sessions.endOf(call, call.params.id, 'all')
    if (ended === 0) throw notFound(msg('This person is not signed in.'))
    return { ok: true }
  })

  serve.call(findOwnAccount)(async ({ actor, request, translator }) => {
    const session = await sessions.of(request)
    if (session !== null) await authorization.refresh(session)
    const account = await accountOf(actor.id, session, translator)
    if (account === null) throw notFound()
    return { item: account }
  })

  serve.call(findOwnAddress)(async ({ request }) => ({ address: plainAddress(request.ip) }))

  serve.call(removeOwnSession)(async (call) => {
    const ended = await sessions.endOf(call, call.actor.id, { only: call.params.id })
    if (ended === 0) throw notFound(msg('This session has already ended.'))
    return { ok: true }
  })

  serve.call(removeOtherSessions)(async (call) => {
    const session = await sessions.of(call.request)
    if (session === null) throw notFound(msg('This session has already ended.'))
    await sessions.endOf(call, call.actor.id, { allBut: session.id })
    return { ok: true }
  })

  async function accountOf(id: string, asking: { id: string } | null, translator: Translator): Promise<Account | null> {
    const user = await findUser(db, id)
    if (user === null) return null
    const rights = rightsOf(user, deps.roles, deps.ownerIds, deps.capabilityRoles)
    const names = await deps.roleNames.read()
    const now = clock()
    const trueUntil = Math.min(deps.watch.trueUntil(user.rolesReadAt), now.getTime())
    return {
      id,
      username: user.username,
      name: deps.directory.nameOf(user),
      avatarUrl: deps.discord.avatarUrl({ id, avatar: user.avatar }, { avatar: user.guildAvatar }),
      type: typeOf(rights),
      isInGuild: user.inGuild,
      sources: grantsOf(user, deps.roles, deps.ownerIds).map(({ right, roleIds, isNamed }) => ({
        right,
        isNamed,
        roles: roleIds.map((roleId) => ({ id: roleId, name: names.get(roleId) ?? null })),
      })),
      rolesReadAt: user.rolesReadAt.getTime() === 0 ? null : new Date(trueUntil).toISOString(),
      sessions: (await listSessionsOf(db, id))
        .filter((session) => isLive(session, hasStaffSession(rights), now))
        .map((session) => ({
          id: session.id,
          device: deviceIn(session.device, translator),
          createdAt: session.createdAt.toISOString(),
          lastSeenAt: session.lastSeenAt.toISOString(),
          isThis: session.id === asking?.id,
        })),
    }
  }
}

/** Translates a device, which is stored in English as `deviceOf` returns it. */
function deviceIn(device: string, translator: Translator): string {
  const [browser = '', system] = device.split(' on ')
  return system === undefined
    ? translator.translate(browser)
    : translator.t('{browser} on {system}', { browser, system })
}
