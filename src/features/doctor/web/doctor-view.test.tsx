import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Finding } from '../contract.ts'
import { DoctorView } from './doctor-view.tsx'

let found: Finding[]
let written: string[]
beforeEach(() => {
  written = []
  vi.stubGlobal('fetch', async () => Response.json({ data: found, lookedAt: '2026-03-14T18:30:00.000Z' }))
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DoctorView />
    </QueryClientProvider>,
  )

it('the doctor page shows errors first, with a button that copies their fix', async () => {
  found = [
    { ok: true, what: 'the clock agrees', fix: null },
    { ok: true, what: 'site.yaml: in order', fix: null },
    { ok: false, what: 'nobody is an owner', fix: 'Set OWNER_IDS to your Discord ID.' },
    { ok: false, what: 'DISCORD_TOKEN is set', fix: 'Rename it.' },
  ]
  show()
  const wrong = await screen.findByRole('region', { name: '2 things are wrong' })
  expect(within(wrong).getByText('Nobody is an owner')).toBeDefined()
  fireEvent.click(within(wrong).getByRole('button', { name: 'Copy how to fix: nobody is an owner' }))
  expect(await screen.findByText('✓ copied')).toBeDefined()
  expect(written).toEqual(['Set OWNER_IDS to your Discord ID.'])
  expect(within(screen.getByRole('region', { name: 'In order' })).getByText('The clock agrees')).toBeDefined()
  expect(screen.getByText('site.yaml: in order')).toBeDefined()
})

it('the doctor page shows the details of a finding below its title, and a finding without a title in full', async () => {
  const fix = 'Check it.'
  found = [
    { ok: false, what: 'Crimes: new.yaml still has 2: c: d', title: 'Crimes: new.yaml still has 2', fix },
    { ok: false, what: 'TZ is a: b, which is not a time zone', fix },
  ]
  show()
  expect(await screen.findByText('Crimes: new.yaml still has 2')).toBeDefined()
  expect(screen.getByText('c: d')).toBeDefined()
  expect(screen.getByText('TZ is a: b, which is not a time zone')).toBeDefined()
})

it('the doctor page says when there are no findings', async () => {
  found = [{ ok: true, what: 'the clock agrees', fix: null }]
  show()
  expect(await screen.findByRole('heading', { name: 'Everything is in order' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
})

it('the doctor page shows warnings separately from errors', async () => {
  found = [
    { ok: true, what: 'the clock agrees', fix: null },
    { ok: true, what: 'a role is not staff', fix: 'Check the role.', needsLook: true },
  ]
  show()
  const doubtful = await screen.findByRole('region', { name: 'One thing needs a look' })
  expect(within(doubtful).getByText('A role is not staff')).toBeDefined()
  expect(within(doubtful).getByText('Check the role.')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Nothing is wrong' })).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'In order' })).queryByText('A role is not staff')).toBeNull()
})

it('the doctor page belongs to the staff tools, and their bar does not cover its heading', async () => {
  found = []
  show()
  const heading = await screen.findByRole('heading', { level: 1, name: 'Doctor' })
  expect(heading.closest('[data-full-width]')).not.toBeNull()
})
