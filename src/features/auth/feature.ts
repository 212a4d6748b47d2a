import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { endpoints } from './contract.ts'
import { type AuthRoutesDeps, authRoutes } from './server/routes.ts'

export const auth: Feature<AuthRoutesDeps> = {
  name: 'auth',
  title: 'Signing in',
  endpoints,
  setUp: authRoutes,
  audited: auditWords,
  personalData: {
    // A view may have a person's name as its name and filter by that person's ID.
    list_preferences: { ids: ['user_id'], texts: ['preferences'], others: ['list'], deletedWith: 'user_id' },
    sessions: { ids: ['user_id'], others: ['token_hash', 'device'], secrets: ['token_hash'], deletedWith: 'user_id' },
    sign_in_attempts: { others: ['state', 'browser_hash', 'code_verifier', 'return_to', 'scope'] },
    users: {
      ids: ['id'],
      names: { username: 'id', global_name: 'id', nick: 'id' },
      others: ['avatar', 'guild_avatar', 'role_ids', 'scopes', 'sealed_access_token'],
      secrets: ['sealed_access_token'],
      deletedWith: 'id',
    },
  },
}
