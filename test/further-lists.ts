import { expect } from 'vitest'
import { rightsOf } from '#features/auth/rules.ts'
import { type Access, allowsRights } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from './people.ts'
import type { World } from './world.ts'

/** A person of each access level, and a visitor who is not signed in. */
export const EVERYBODY: [string, TestPerson | null][] = [['nobody', null], ...Object.entries(PEOPLE)]

interface List {
  page: string
  importPage: string
  list: Pick<Endpoint, 'access'>
  import: Pick<Endpoint, 'access'>
}

/**
 * Calls all endpoints of further lists and opens their pages as this person. Exactly the calls that the configuration
 * allows must be allowed.
 */
export async function expectAccess<L extends List>(
  world: World,
  who: TestPerson | null,
  lists: readonly L[],
  endpointsOf: (list: L) => readonly Endpoint[],
): Promise<void> {
  const cookie = who === null ? undefined : await world.signIn(who)
  const remoteAddress = `10.0.0.${EVERYBODY.findIndex(([, each]) => each === who) + 1}`
  const may = (access: Access) => who !== null && allowsRights(access, rightsOf(who, ROLE_IDS, []))
  for (const list of lists) {
    for (const { method, path, access } of endpointsOf(list)) {
      const { statusCode } = await world.app.inject({
        method,
        url: path.replace('{id}', '310000000000000999'),
        // Writes are limited by IP address, so each person has one.
        remoteAddress,
        headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
      })
      const isRefused = statusCode === 401 || statusCode === 403
      expect([method, path, isRefused]).toEqual([method, path, !may(access)])
    }
    for (const [path, { access }] of [
      [list.page, list.list],
      [list.importPage, list.import],
    ] as const) {
      const expected = may(access) ? 200 : who === null ? 401 : 403
      expect([path, (await world.visit(path, cookie)).status]).toEqual([path, expected])
    }
  }
}
