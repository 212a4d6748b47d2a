import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findRosterContent, type RosterMember, staffRoster } from '#features/roster/contract.ts'
import { trialModCalls } from '#features/trial-mods/contract.ts'
import { withCompletion } from '#features/trial-mods/rules.ts'
import { CHECKLIST, trialMod } from '#test/checklist.ts'
import { clientOfStaff, fakeServer } from '#test/fake-server.ts'
import { ROSTER_CONTENT } from '#test/rosters.ts'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { useTrialModOffers } from './trial-mod-offers.tsx'

const MOMENT = '2026-02-01T10:00:00.000Z'
const TYLER = withCompletion(trialMod('Tyler Pineda'), { status: 'Passed', completedAt: MOMENT }, MOMENT)
const MEMBER: RosterMember = {
  id: '1',
  version: 1,
  name: 'Tyler Pineda',
  callsign: 'TM-15',
  discordId: TYLER.traineeId,
  position: 'Trial Moderator',
  timezone: null,
  hiredAt: null,
  lastMove: null,
  status: 'Training',
  notes: null,
}

fakeServer(() => ({}))

function Offers() {
  return useTrialModOffers().offers
}

/** Both lists are in the cache, as if another part of the page had loaded them. */
function show(rights: object, checklist = CHECKLIST) {
  const client = clientOfStaff(rights, {
    [findRosterContent.path]: ROSTER_CONTENT,
    [staffRoster.list.path]: { data: [MEMBER] },
    [trialModCalls.content.path]: checklist,
    [trialModCalls.list.path]: [TYLER],
  })
  return render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={client}>
        <Offers />
      </QueryClientProvider>
    </SiteProvider>,
  )
}

it('management is offered the promotion of people who passed and are still trial moderators', () => {
  show({ isManagement: true })
  screen.getByText('Tyler Pineda passed and is still a Trial Moderator on the roster.')
  screen.getByRole('button', { name: 'Promote to Moderator' })
})

it('management without access to the target roster is offered no promotion', () => {
  const promotion = { roster: 'internal-affairs', from: 'Trial Moderator', to: 'Moderator' }
  expect(show({ isManagement: true }, { ...CHECKLIST, promotion }).container.textContent).toBe('')
})

it('staff are offered no promotion, because they cannot change the roster', () => {
  expect(show({}).container.textContent).toBe('')
})
