import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, json } from '#test/fake-server.ts'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { RightsView } from './rights-view.tsx'

const at = (access: string, line: number) => ({ access, file: 'site.yaml', line })
const OWNER = { id: '200000000000000001', name: 'Ownership', isDeleted: false, gives: [at('owner', 77)] }
const STAFF = { id: '200000000000000003', name: 'Moderators', isDeleted: false, gives: [at('staff', 79)] }
const CODES = { id: '200000000000000301', name: null, isDeleted: true, gives: [at('can:law.edit', 85)] }
const PRIYA = { id: '310000000000000203', name: 'Priya Castell', roleIds: [STAFF.id], isNamed: false }
const ROOT = { id: '310000000000000502', name: 'Root', roleIds: [], isNamed: true }

fakeServer(() => ({
  'GET /api/rights': json({
    rights: ['staff', 'owner', 'can:law.edit', 'can:ranks.change@fhp'],
    roles: [OWNER, STAFF, CODES],
    people: [PRIYA, ROOT],
  }),
}))

function show(search = '') {
  window.history.replaceState(null, '', `/rights${search}`)
  render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RightsView />
      </QueryClientProvider>
    </SiteProvider>,
  )
}

const cards = async () => {
  await screen.findAllByRole('group')
  const panel = screen.getByRole('tabpanel')
  return [...panel.querySelectorAll('summary')].map((summary) => summary.textContent ?? '')
}
const cardOf = (title: string) => {
  const card = screen.getByText(title, { selector: 'summary span' }).closest('details')
  if (card === null) throw new Error(`there is no card ${title}`)
  return card
}

it('each right shows its number of roles and people', async () => {
  show()
  const [staff, owner, codes, ranks] = await cards()
  expect(staff).toContain('2 roles, 2 people')
  expect(owner).toContain('1 role, 1 person')
  expect(codes).toContain('3 roles, 2 people')
  expect(ranks).toMatch(/^Change rosters in one department: .*1 role, 1 person$/)
})

it('a right opens to its roles with the line of the file, and to its people', async () => {
  show()
  await cards()
  const codes = within(cardOf('Edit codes'))
  const [owner, staff, deleted] = codes.getAllByRole('listitem', { hidden: true }).map((item) => item.textContent)
  expect(owner).toBe('Ownership 200000000000000001 Owner: site.yaml, line 77')
  expect(staff).toBe('Moderators 200000000000000003 Staff: site.yaml, line 79')
  expect(deleted).toBe('200000000000000301 deleted in Discord site.yaml, line 85')
  expect(codes.getByText('Priya Castell').getAttribute('href')).toBe(`?person=${PRIYA.id}`)
  expect(codes.getByText('Root').closest('li')?.textContent).toBe('RootOWNER_IDS')
})

it('a role opens to all rights that it gives', async () => {
  show()
  await cards()
  fireEvent.click(screen.getByRole('tab', { name: /^Discord roles/ }))
  expect(await cards()).toHaveLength(3)
  const staff = within(cardOf('Moderators'))
  expect(staff.getByText('Edit codes')).toBeDefined()
  expect(staff.queryByText('Management')).toBeNull()
  expect(cardOf('200000000000000301').textContent).toContain('This role was deleted in Discord.')
  await waitFor(() => expect(window.location.search).toBe('?by=role'))
})

it('the search matches rights by name, role and person', async () => {
  show('?search=priya')
  expect(await cards()).toHaveLength(2)
  const field = screen.getByRole('searchbox', { name: 'Search' })
  fireEvent.change(field, { target: { value: 'ownership' } })
  await waitFor(async () => expect(await cards()).toHaveLength(4))
  fireEvent.change(field, { target: { value: 'nothing of this kind' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Show everything' }))
  await waitFor(async () => expect(await cards()).toHaveLength(4))
})

it('the down arrow moves from the search to the first right, and Enter opens it', async () => {
  show()
  await cards()
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  screen.getByRole('searchbox', { name: 'Search' }).focus()
  press('ArrowDown')
  press('ArrowDown')
  const owner = cardOf('Owner')
  expect(document.activeElement).toBe(owner.querySelector('summary'))
  press('Enter')
  expect(owner.open).toBe(true)
})

it('the down arrow and Enter wait until the rights have loaded', async () => {
  show()
  const field = screen.getByRole('searchbox', { name: 'Search' })
  field.focus()
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  await cards()
  const [first] = screen.getByRole('tabpanel').querySelectorAll('details')
  expect([document.activeElement, first?.open]).toEqual([first?.querySelector('summary'), true])
})
