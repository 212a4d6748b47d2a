import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import type { OwnRight } from '../contract.ts'
import { OwnRights } from './own-rights.tsx'

let response: { isInGuild: boolean; data: OwnRight[] }
fakeServer(() => ({ 'GET /api/me/rights': () => Response.json(response) }))

async function show(data: OwnRight[], isInGuild = true) {
  response = { isInGuild, data }
  render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={new QueryClient()}>
        <OwnRights />
      </QueryClientProvider>
    </SiteProvider>,
  )
  await screen.findByRole('heading', { name: 'You can' })
}

const itemOf = (name: string) => screen.getByText(name).closest('li')?.textContent ?? ''
const STAFF = { id: '200000000000000003', name: 'Moderators' }

it('a right that a person has shows the role, the line of the file and the level', async () => {
  await show([
    { access: 'staff', ways: [{ role: STAFF, by: 'staff', file: 'site.yaml', line: 79 }], wouldGive: [] },
    { access: 'can:law.edit', ways: [{ role: STAFF, by: 'staff', file: 'STAFF_ROLES', line: null }], wouldGive: [] },
    { access: 'owner', ways: [{ role: null, by: 'owner', file: 'OWNER_IDS', line: null }], wouldGive: [] },
  ])
  expect(itemOf('Staff')).toContain('Moderators 200000000000000003 site.yaml, line 79')
  expect(itemOf('Edit codes')).toContain('setting STAFF_ROLES · included in Staff')
  expect(itemOf('Owner')).toContain('You are named as an owner in the settings of the site (OWNER_IDS).')
})

it('a right that a person does not have shows the roles that would give it', async () => {
  await show([
    { access: 'can:appeals.decide', ways: [], wouldGive: ['Ownership', 'Management'] },
    { access: 'can:audit.read', ways: [], wouldGive: [] },
  ])
  expect(screen.getByText('What you cannot do, and why (2)')).toBeDefined()
  expect(itemOf('Decide appeals')).toContain('You have none of the Discord roles that give it: Ownership, Management.')
  expect(itemOf('Read the audit log')).toContain('Ask an owner which one that is.')
  expect(screen.getByText(/^Everything that members can/)).toBeDefined()
})

it('a person outside the Discord server is asked once to join it', async () => {
  await show([{ access: 'staff', ways: [], wouldGive: [] }], false)
  const section = within(screen.getByRole('region', { name: 'Why you can or cannot do something' }))
  expect(section.getByText(/^You are not in our Discord server\./)).toBeDefined()
  expect(itemOf('Staff')).not.toContain('You have')
})
