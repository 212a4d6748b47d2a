import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '#test/fake-server.ts'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import type { MissingRole } from '../contract.ts'
import { MissingRoles } from './missing-roles.tsx'

let missingRoles: MissingRole[]
const server = fakeServer(() => ({ 'GET /api/rights/missing-roles': () => Response.json({ data: missingRoles }) }))

function show(missing: MissingRole[]) {
  missingRoles = missing
  render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={new QueryClient()}>
        <MissingRoles />
      </QueryClientProvider>
    </SiteProvider>,
  )
}

it('an owner sees deleted roles with their rights, their lines and a link', async () => {
  show([{ id: '200000000000000301', access: 'can:law.edit', file: 'site.yaml', line: 85 }])
  const banner = await screen.findByRole('complementary', { name: 'Deleted Discord roles' })
  expect(banner.textContent).toContain('200000000000000301 (Edit codes; site.yaml, line 85)')
  expect(screen.getByRole('link', { name: 'See how to fix it' }).getAttribute('href')).toBe('/doctor')
})

it('nothing is shown while every role exists', async () => {
  show([])
  await waitFor(() => expect(server.asked).toHaveLength(1))
  expect(screen.queryByRole('complementary')).toBeNull()
})
