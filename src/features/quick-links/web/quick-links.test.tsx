import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { findQuickLinkChoices, listQuickLinks, type QuickLink } from '../contract.ts'
import { QuickLinks } from './quick-links.tsx'

const CAD: QuickLink = {
  key: 'cad',
  version: 1,
  title: 'Dispatch System',
  desc: 'Calls and units',
  group: 'Operational',
  icon: 'bolt',
  href: 'https://cad.test/start',
  copy: null,
}
const CODES: QuickLink = {
  ...CAD,
  key: 'codes',
  title: '10-Codes',
  group: 'References',
  href: '/ten-codes',
  desc: null,
}
const TRAINING: QuickLink = {
  ...CAD,
  key: 'training',
  title: 'Training',
  group: 'Servers',
  href: null,
  copy: 'connect x',
  desc: null,
}
const LINKS = [CAD, CODES, TRAINING]

const server = fakeServer(() => ({ 'GET /api/es/quicklinks': json({ data: LINKS }) }))
beforeEach(() => localStorage.clear())

function show({
  links = LINKS,
  rights = {},
  search = '',
}: {
  links?: QuickLink[] | null
  rights?: object
  search?: string
} = {}) {
  window.history.replaceState(null, '', `/es${search}`)
  const choices = {
    groups: ['Operational', 'References', 'Servers'],
    icons: ['bolt', 'globe'].map((name) => ({ name, drawing: [['path', { d: 'M1 1' }]] })),
  }
  const known = { [findQuickLinkChoices.path]: choices, ...(links && { [listQuickLinks.path]: { data: links } }) }
  const queryClient = clientOfStaff({ isStaff: false, isES: true, ...rights }, known)
  render(
    <QueryClientProvider client={queryClient}>
      <QuickLinks />
    </QueryClientProvider>,
  )
}

const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
const settle = () => act(async () => {})

describe('ES Quick Info', () => {
  it('the down arrow and Enter open or copy the first matching link', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    show({ search: '?search=training' })
    const search = screen.getByRole('searchbox')
    search.focus()
    fireEvent.keyDown(search, { key: 'ArrowDown' })
    const card = screen.getByRole('button', { name: 'Copy Training' })
    expect(document.activeElement).toBe(card)
    fireEvent.keyDown(card, { key: 'Enter' })
    await settle()
    expect(writeText.mock.calls).toEqual([['connect x']])
  })

  it('group tabs filter the links: All and the groups with links', async () => {
    show()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'All3',
      'Operational1',
      'References1',
      'Servers1',
    ])
    expect(titles()).toEqual(['Dispatch System', '10-Codes', 'Training'])
    fireEvent.click(screen.getByRole('tab', { name: /References/ }))
    await waitFor(() => expect(titles()).toEqual(['10-Codes']))
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('References1')
  })

  it('a card with an invalid address is shown with the others', () => {
    show({ links: [{ ...CAD, href: 'https://cad.example:start' }, CODES] })
    expect(titles()).toEqual(['Dispatch System', '10-Codes'])
  })

  it('the arrow keys move between the tabs', async () => {
    show()
    const all = screen.getByRole('tab', { name: /All/ })
    all.focus()
    fireEvent.keyDown(all, { key: 'ArrowRight' })
    expect(document.activeElement?.textContent).toBe('Operational1')
    await waitFor(() => expect(titles()).toEqual(['Dispatch System']))
  })

  it("the search filters links, and says 'No links found.'", async () => {
    show()
    const search = screen.getByRole('searchbox', { name: 'Search' })
    fireEvent.change(search, { target: { value: 'UNITS' } })
    await waitFor(() => expect(titles()).toEqual(['Dispatch System']))
    fireEvent.change(search, { target: { value: 'nothing like it' } })
    await screen.findByText('No links found.')
    fireEvent.click(screen.getByRole('button', { name: 'Show all links' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
  })

  it('group and search are in the address', () => {
    show({ search: '?group=Servers' })
    expect(titles()).toEqual(['Training'])
  })

  it('a link with http opens in a new tab, and other links in the same one', () => {
    show()
    const outside = screen.getByRole('link', { name: 'Dispatch System' })
    expect([outside.getAttribute('target'), outside.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    const inside = screen.getByRole('link', { name: '10-Codes' })
    expect([inside.getAttribute('target'), inside.getAttribute('href')]).toEqual([null, '/ten-codes'])
  })

  it("a card without an address copies its text and shows 'Copied' for 1.2 s", async () => {
    vi.useFakeTimers()
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Copy Training' }))
    await settle()
    expect(server.copied).toEqual(['connect x'])
    screen.getByText('Copied')
    act(() => vi.advanceTimersByTime(1_200))
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it('a card with an address and a text opens the address and copies the text', async () => {
    show({ links: [{ ...CAD, copy: 'CAD' }] })
    screen.getByRole('link', { name: 'Dispatch System' })
    fireEvent.click(screen.getByRole('button', { name: 'Copy text of Dispatch System' }))
    await settle()
    expect(server.copied).toEqual(['CAD'])
  })

  it('the choice of Compact or Comfort is stored in the browser', () => {
    show()
    const isOn = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
    expect([isOn('Compact'), isOn('Comfort')]).toEqual(['false', 'true'])
    screen.getByText('Calls and units')
    fireEvent.click(screen.getByRole('button', { name: 'Compact' }))
    expect(screen.queryByText('Calls and units')).toBeNull()
    cleanup()
    show()
    expect([isOn('Compact'), isOn('Comfort')]).toEqual(['true', 'false'])
  })

  it("the page says that the links could not be loaded, or 'No links found.'", async () => {
    server.answers = {}
    show({ links: null })
    await screen.findByText('Failed to load the links.')
    cleanup()
    show({ links: [] })
    screen.getByText('No links found.')
  })

  it('readers have no edit buttons', () => {
    show({ rights: { isStaff: true } })
    expect(screen.queryByRole('button', { name: /Edit|Add link/ })).toBeNull()
  })
})

describe('Management of quick links', () => {
  const rights = { isStaff: true, isManagement: true }
  const submit = () => fireEvent.submit(screen.getByLabelText('Title').closest('form') ?? document.body)
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

  it('management adds a link, with errors beside each field', async () => {
    server.answers['POST /api/es/quicklinks'] = json({ ok: true, item: CAD })
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Add link' }))
    type('Title', 'Dispatch System')
    type('Address', 'javascript:alert(1)')
    submit()
    await screen.findByText('Use a web address (https://…), fivem://connect/…, a path on this site (/…) or mailto:…')
    type('Address', '')
    submit()
    await screen.findByText('Give an address to open or a text to copy.')
    expect(server.asked).toEqual([])
    type('Title', 'CAD')
    type('Address', 'https://cad.test')
    submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked[0]?.body).toMatchObject({
      key: 'cad-2',
      title: 'CAD',
      group: 'Operational',
      icon: 'bolt',
      copy: null,
    })
  })

  it('management sees both versions if somebody else saved first, and can keep its own', async () => {
    const path = 'PUT /api/es/quicklinks/cad'
    const theirs = { ...CAD, version: 4, desc: 'Theirs' }
    server.answers[path] = json({ ok: false, error: { code: 'changed_meanwhile', message: 'x' }, item: theirs }, 409)
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dispatch System' }))
    type('Description', 'Mine')
    submit()
    const dialog = await screen.findByRole('dialog', { name: 'Dispatch System was changed by someone else' })
    expect([...dialog.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['Mine', 'Theirs'])
    server.answers[path] = json({ ok: true, item: { ...theirs, version: 5 } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const saved = server.asked.filter(({ call }) => call.startsWith('PUT'))
    expect(saved[1]?.body).toMatchObject({ desc: 'Mine', version: 4 })
  })

  it('a question appears before typed text is discarded', () => {
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dispatch System' }))
    type('Description', 'Mine')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(screen.getByRole('button', { name: 'Discard the text' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a removed link is restored by undo', async () => {
    server.answers['DELETE /api/es/quicklinks/cad'] = json({ ok: true })
    server.answers['POST /api/es/quicklinks'] = json({ ok: true, item: CAD })
    show({ rights })
    render(<LiveRegion />)
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dispatch System' }))
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Undone: Link removed')
    const { version: _, ...draft } = CAD
    expect(server.asked.filter(({ call }) => !call.startsWith('GET'))).toMatchObject([
      { call: 'DELETE /api/es/quicklinks/cad' },
      { call: 'POST /api/es/quicklinks', body: draft },
    ])
  })

  it('a failed save or removal shows its cause, and keeps the typed text', async () => {
    const offline = () => Promise.reject(new TypeError('Failed to fetch'))
    Object.assign(server.answers, { 'PUT /api/es/quicklinks/cad': offline, 'DELETE /api/es/quicklinks/cad': offline })
    show({ rights })
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dispatch System' }))
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Dispatch' } })
    for (const [name, failed] of [
      ['Save Changes', 'Failed to save the link.'],
      ['Remove', 'Failed to remove the link.'],
    ]) {
      fireEvent.click(screen.getByRole('button', { name }))
      await screen.findByText(failed ?? '')
      screen.getByText(/^The site could not be reached\./)
      fireEvent.click(screen.getByRole('button', { name: 'OK' }))
    }
    screen.getByDisplayValue('Dispatch')
  })

  it('an undo that did not reach the site is offered again', async () => {
    const path = 'POST /api/es/quicklinks'
    server.answers['DELETE /api/es/quicklinks/cad'] = json({ ok: true })
    server.answers[path] = () => Promise.reject(new TypeError('Failed to fetch'))
    show({ rights })
    render(<LiveRegion />)
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dispatch System' }))
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText(/^It was not undone\. The site could not be reached/)
    server.answers[path] = json({ ok: true, item: CAD })
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Undone: Link removed')
  })

  it('an edit is undone from the version that it created, and a failure is shown', async () => {
    const path = 'PUT /api/es/quicklinks/cad'
    server.answers[path] = json({ ok: true, item: { ...CAD, desc: 'Mine', version: CAD.version + 1 } })
    show({ rights })
    render(<LiveRegion />)
    fireEvent.click(screen.getByRole('button', { name: 'Edit Dispatch System' }))
    type('Description', 'Mine')
    submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    server.answers[path] = json({ ok: false, error: { code: 'changed_meanwhile', message: 'Too late.' } }, 409)
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('It was not undone. Too late.')
    expect(server.asked.findLast(({ call }) => call === path)?.body).toMatchObject({
      desc: CAD.desc,
      version: CAD.version + 1,
    })
  })
})
