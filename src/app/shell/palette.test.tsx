import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listPenalCodes, listTenCodes } from '#features/codes/contract.ts'
import { ES, jumpTo, MEMBER, place, press, resetBeforeEach, STAFF, seen, show } from '#test/jump.tsx'
import { CONTENT } from '#test/site.ts'

resetBeforeEach()

/** Lists that only this community has. Only owners may read the last roster. */
const PLACE = { changedBy: 'owner' } as const
const FURTHER = {
  rosters: [
    { ...PLACE, key: 'fire-academy', title: 'Fire Academy', readBy: 'staff' },
    { ...PLACE, key: 'internal-affairs', title: 'Internal Affairs', readBy: 'owner' },
  ],
  checklists: [
    { ...PLACE, key: 'leo-academy', title: 'LEO Academy', readBy: 'staff' },
    { ...PLACE, key: 'affairs-course', title: 'Affairs Course', readBy: 'owner' },
  ],
} as const

describe('The command palette', () => {
  it('the palette finds rules and codes by their synonyms, also for a visitor', async () => {
    seen.found = [
      {
        book: 'rules',
        title: ['26.1 ', 'Speed', ' limits'],
        trail: 'Driving',
        href: '/rules/vehicles#261',
        text: [''],
      },
      { book: 'ten-codes', title: ['10-50'], trail: '', href: '/ten-codes#code-10-50', text: [''] },
    ]
    show(null)
    const field = await jumpTo('how fast')
    await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toHaveLength(2))
    expect(screen.getByRole('dialog').textContent).not.toContain('Staff Roster')
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(place()).toBe('/rules/vehicles#261'))
  })

  it('the palette finds a person, and opens them beside the current page', async () => {
    show()
    const field = await jumpTo('sd-1')
    await screen.findByRole('option', { name: /^Dana Whitfield/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/?person=310000000000000105')
    // The person's panel may already be rendered.
    expect(screen.queryByRole('combobox', { name: 'Jump to' })).toBeNull()
  })

  it('the palette finds players for staff, even without a Discord account, and opens their actions', async () => {
    show()
    const field = await jumpTo('bo fen')
    await screen.findByRole('option', { name: /^Bo Fender/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/player-record?user=subject%3A12')
  })

  it('the palette finds people of further rosters and checklists that the person can read', async () => {
    show(STAFF, { ...CONTENT, ...FURTHER })
    const field = await jumpTo('fa-1')
    await screen.findByRole('option', { name: /^Uwe Stein/ })
    fireEvent.change(field, { target: { value: 'eva' } })
    await screen.findByRole('option', { name: /Eva Ott.*LEO Academy/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/checklists/leo-academy?search=Eva%20Ott&archived=true')
    const further = seen.asked.filter((path) => /^\/api\/(rosters|checklists)\//.test(path))
    expect(further.sort()).toEqual(['/api/checklists/leo-academy', '/api/rosters/fire-academy'])
  })

  it('the palette offers actions on its results, and the last used ones come first', async () => {
    show()
    const field = await jumpTo('copy mention of dana')
    await screen.findByRole('option', { name: 'Copy mention of Dana Whitfield' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(seen.copied).toEqual(['<@310000000000000105>'])
    const again = await jumpTo('dana')
    await screen.findByRole('option', { name: 'Log action on Dana Whitfield' })
    fireEvent.change(again, { target: { value: '' } })
    const recent = await screen.findByRole('group', { name: 'Recent' })
    expect(within(recent).getByRole('option').textContent).toBe('Copy mention of Dana Whitfield')
  })

  it('the palette does not offer to log an action against oneself', async () => {
    show(STAFF, CONTENT, '310000000000000105')
    await jumpTo('dana')
    await screen.findByRole('option', { name: 'Copy mention of Dana Whitfield' })
    expect(screen.queryByRole('option', { name: 'Log action on Dana Whitfield' })).toBeNull()
  })

  it('the palette copies the mention of a person', async () => {
    show()
    const field = await jumpTo('dana')
    await screen.findByRole('option', { name: /^Dana Whitfield/ })
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    expect(seen.copied).toEqual(['<@310000000000000105>'])
  })

  it('the palette finds a code, opens the list at that code, and shows it first the next time', async () => {
    show()
    const field = await jumpTo('crash')
    await screen.findByRole('option', { name: /10-50/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/ten-codes#code-10-50')
    press('k', { ctrlKey: true })
    const recent = await screen.findByRole('group', { name: 'Recent' })
    expect(within(recent).getByRole('option').textContent).toContain('10-50')
  })

  it('the palette opens the ES page for ES members, also by a button', async () => {
    show(ES)
    fireEvent.click(screen.getByRole('button', { name: /^Jump to/ }))
    const field = await screen.findByRole('combobox', { name: 'Jump to' })
    fireEvent.change(field, { target: { value: 'es quick' } })
    await screen.findByRole('option', { name: /ES Quick Info/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(place()).toBe('/es')
  })

  it('the palette shows only permitted pages, and requests no data without access', async () => {
    show(MEMBER)
    expect(screen.queryByRole('button', { name: /Jump to/ })).toBeNull()
    await jumpTo('roster')
    expect(await screen.findAllByText('Nothing found for “roster”.')).not.toEqual([])
    expect(seen.asked.sort()).toEqual([listPenalCodes.path, listTenCodes.path, '/api/search?q=roster'].sort())
    cleanup()
    show(STAFF)
    await jumpTo('import')
    expect(await screen.findAllByText('Nothing found for “import”.')).not.toEqual([])
    cleanup()
    show({ ...STAFF, isManagement: true })
    await jumpTo('import')
    await screen.findByRole('option', { name: /Import · Staff Roster/ })
  })

  it('the palette starts with the staff tools in the order of their bar, and ends with rare pages', async () => {
    show({ ...STAFF, isManagement: true, isOwner: true, isES: true }, { ...CONTENT, ...FURTHER })
    press('k', { ctrlKey: true })
    const pages = await screen.findByRole('group', { name: 'Pages' })
    const paths = within(pages)
      .getAllByRole('option')
      .flatMap((option) => /\/\S*$/.exec(option.textContent)?.[0] ?? [])
    expect(paths.slice(0, 8)).toEqual([
      ...['/staff-roster', '/trial-mod-checklist', '/staff-da-database', '/player-record', '/dev-roster'],
      ...['/rosters/fire-academy', '/rosters/internal-affairs', '/checklists/leo-academy'],
    ])
    expect(paths.slice(9, 15)).toEqual(['/ten-codes', '/penal-codes', '/es', '/appeals', '/verifications', '/audit'])
    const rare = paths.filter((path) => path === '/move-in' || path.endsWith('/import'))
    expect(rare).toContain('/staff-roster/import')
    expect(paths.slice(-rare.length)).toEqual(rare)
  })

  it('the palette signs out', async () => {
    show()
    const field = await jumpTo('sign out')
    await screen.findByRole('option', { name: /Log out/ })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(seen.loggedOut).toBe(1)
  })
})
