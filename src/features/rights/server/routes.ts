import type { SessionAuthorization } from '#features/auth/server/authorization.ts'
import type { Directory } from '#features/auth/server/directory-store.ts'
import type { RoleNames } from '#features/auth/server/gateway.ts'
import type { Sessions } from '#features/auth/server/sessions.ts'
import { findUser, listUsersWith } from '#features/auth/server/store.ts'
import { compareText } from '#lib/compare.ts'
import type { Database } from '#server/database/database.ts'
import { notFound } from '#server/http/http-error.ts'
import type { Serve } from '#server/http/serve.ts'
import { type GivingRole, listMissingRoles, listOwnRights, listRights } from '../contract.ts'
import { type MappedRole, missingRoles, rightsIn, rolesGiving, waysOf } from '../rules.ts'

export interface RightsRoutesDeps {
  serve: Serve
  authorization: Pick<SessionAuthorization, 'refresh'>
  sessions: Pick<Sessions, 'of'>
  database: Database
  directory: Pick<Directory, 'nameOf'>
  roleNames: RoleNames
  community: { mapping: readonly MappedRole[] }
  ownerIds: readonly string[]
}

export function rightsRoutes(deps: RightsRoutesDeps): void {
  const { serve, ownerIds, roleNames } = deps
  const { mapping } = deps.community
  const { db } = deps.database
  const mapped = new Set(mapping.map(({ roleId }) => roleId))

  serve.call(listRights)(async () => {
    const names = await roleNames.read()
    const users = await listUsersWith(db, [...mapped], ownerIds)
    const deleted = new Set(missingRoles(mapping, names).map(({ roleId }) => roleId))
    const roles = [...mapped].map((id): GivingRole => {
      const gives = mapping
        .filter(({ roleId }) => roleId === id)
        .map(({ access, file, line }) => ({ access, file, line }))
      return { id, name: names.get(id) ?? null, isDeleted: deleted.has(id), gives }
    })
    const people = users.map((user) => ({
      id: user.id,
      name: deps.directory.nameOf(user),
      roleIds: user.roleIds.filter((id) => mapped.has(id)),
      isNamed: ownerIds.includes(user.id),
    }))
    return { rights: rightsIn(mapping), roles, people: people.toSorted((a, b) => compareText(a.name, b.name)) }
  })

  serve.call(listOwnRights)(async ({ actor, request }) => {
    const session = await deps.sessions.of(request)
    if (session !== null) await deps.authorization.refresh(session)
    const user = await findUser(db, actor.id)
    if (user === null) throw notFound()
    const names = await roleNames.read()
    const person = { roleIds: user.roleIds, isNamed: ownerIds.includes(user.id) }
    const data = rightsIn(mapping).map((access) => {
      const ways = waysOf(person, access, mapping).map(({ roleId, ...way }) => {
        return { ...way, role: roleId === null ? null : { id: roleId, name: names.get(roleId) ?? null } }
      })
      const isTold = ways.length === 0 && user.inGuild
      const giving = isTold ? rolesGiving(access, mapping).flatMap((id) => names.get(id) ?? []) : []
      return { access, ways, wouldGive: [...new Set(giving)] }
    })
    return { isInGuild: user.inGuild, data }
  })

  serve.call(listMissingRoles)(async () => {
    const missing = missingRoles(mapping, await roleNames.read())
    return { data: missing.map(({ roleId, access, file, line }) => ({ id: roleId, access, file, line })) }
  })
}
