import { buildStandIn, type StandIn } from '#dev/discord/stand-in.ts'
import { ROLE_IDS, type TestPerson } from './people.ts'

/**
 * A stand-in Discord with these people in its guild, with the roles of the tests and further ones. It does not listen
 * yet.
 */
export function standInWith(
  people: readonly TestPerson[],
  more: readonly { id: string; name: string }[] = [],
): StandIn {
  const account = { avatar: null, email: null, emailVerified: false, card: null, denies: false }
  return buildStandIn({
    applicationName: 'The site',
    redirectUri: 'http://localhost:3000/auth/discord/callback',
    guild: {
      id: '300000000000000001',
      name: 'The guild',
      roles: [...Object.entries(ROLE_IDS).flatMap(([name, ids]) => ids.map((id) => ({ id, name }))), ...more],
      people: people.map(({ id, username, name, roleIds }) => ({
        ...account,
        id,
        username,
        globalName: name,
        member: { roles: roleIds, nick: null, avatar: null, joinedAt: '2024-03-09T18:30:00.000000+00:00' },
      })),
    },
  })
}
