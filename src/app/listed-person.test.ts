import { expect, it } from 'vitest'
import { listActions } from '#features/discipline/contract.ts'
import { findRosterContent, type RosterMember, staffRoster } from '#features/roster/contract.ts'
import { trialModCalls } from '#features/trial-mods/contract.ts'
import { CHECKLIST, trialMod } from '#test/checklist.ts'
import { clientOfStaff } from '#test/fake-server.ts'
import { ROSTER_CONTENT } from '#test/rosters.ts'
import { findListedPerson } from './listed-person.ts'

const ID = '310000000000000101'
const TYLER = trialMod('Tyler Pineda')
const MEMBER: RosterMember = {
  ...{ id: '1', version: 1, name: 'Tyler P.', callsign: 'TM-15', discordId: ID, position: 'Trial Moderator' },
  ...{ timezone: 'EST', hiredAt: '2026-01-02', lastMove: null, status: 'Training', notes: null },
}
const ROSTER = {
  [findRosterContent.path]: ROSTER_CONTENT,
  [staffRoster.list.path]: { data: [MEMBER], avatars: { [ID]: '/tyler.webp' } },
}
const LIST = { [trialModCalls.content.path]: CHECKLIST, [trialModCalls.list.path]: [TYLER] }

const listed = (known: Readonly<Record<string, unknown>>) => findListedPerson(clientOfStaff({}, known), ID, {})

it('a cached roster provides name, picture, callsign, position and status', () => {
  expect(listed(ROSTER)).toMatchObject({
    ...{ id: ID, name: 'Tyler P.', avatar: '/tyler.webp', checklists: [] },
    rosters: [{ key: 'roster', memberId: '1', callsign: 'TM-15', position: 'Trial Moderator', status: 'Training' }],
  })
})

it('a cached checklist provides the progress, and the roster has priority for the name', () => {
  expect(listed(LIST)).toMatchObject({ name: 'Tyler Pineda', rosters: [], checklists: [{ passed: 0 }] })
  expect(listed({ ...ROSTER, ...LIST })).toMatchObject({ name: 'Tyler P.', checklists: [{ key: 'trial-mods' }] })
})

it('a cached page of actions provides a name', () => {
  const client = clientOfStaff({})
  client.setQueryData([listActions.path, 'list', { page: '1' }], { rows: [{ user: ID, user_name: 'Tyler Pineda' }] })
  expect(findListedPerson(client, ID, {})).toMatchObject({ name: 'Tyler Pineda', rosters: [], checklists: [] })
})

it('a person in no cached list is unknown', () => {
  expect(listed({ ...ROSTER, [staffRoster.list.path]: { data: [] } })).toBeNull()
})
