import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listSupporters, type Supporter, type Wall } from '#features/supporters/contract.ts'
import { CONTENT, SITE } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { Page as SupportersPage } from './supporters.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const badges = (count: number) =>
  ['Founder', 'Artist', 'Bug Hunter', 'Event Host', 'Server Booster']
    .slice(0, count)
    .map((label) => ({ key: label, label, iconUrl: `/media/${label}.svg` }))

const supporter = (id: string, name: string, badgeCount = 0): Supporter => ({
  id,
  name,
  avatar: `/avatars/${id}.png`,
  badges: badges(badgeCount),
  primaryLabel: badgeCount > 0 ? 'Founder' : 'Regular',
})

const WALL: Wall = {
  tiers: [
    { key: 'high', label: 'High', iconUrl: '/h.svg', emphasis: 3, members: [supporter('11', 'Marisol Vega', 5)] },
    { key: 'middle', label: 'Middle', iconUrl: '/m.svg', emphasis: 2, members: [supporter('12', 'Kit', 3)] },
    {
      key: 'low',
      label: 'Low',
      iconUrl: '/l.svg',
      emphasis: 1,
      members: [supporter('13', 'Ezra', 4), supporter('14', 'Freya')],
    },
  ],
  totals: { overall: 4 },
}

function show(wall?: Wall) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (wall) client.setQueryData([listSupporters.path], wall)
  return render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={client}>
        <SupportersPage />
      </QueryClientProvider>
    </SiteProvider>,
  )
}

const answers = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer))
const cardOf = (name: string) => within(screen.getByText(name).closest('li') ?? expect.fail(`no card of ${name}`))

describe('The supporters page', () => {
  it('the page has a hero, then a block for each tier with icon, label and member count', () => {
    const { container } = show(WALL)
    screen.getByRole('heading', { level: 1, name: 'Supporters' })
    expect(screen.getByText(/pay for our servers/).textContent).toContain('4 people')
    const blocks = ['High', 'Middle', 'Low'].map((name) => screen.getByRole('region', { name }))
    expect(blocks.map((block) => block.querySelector('header p')?.textContent)).toEqual([
      '1 member',
      '1 member',
      '2 members',
    ])
    for (const icon of ['/h.svg', '/m.svg', '/l.svg']) {
      expect(container.querySelector(`section header img[src="${icon}"]`)).not.toBeNull()
    }
  })

  it.each(['Marisol Vega', 'Kit', 'Ezra', 'Freya'])(
    'the card of %s has avatar, name, primary label and a View Profile link',
    (name) => {
      show(WALL)
      const person = WALL.tiers.flatMap(({ members }) => members).find((member) => member.name === name)
      const link = cardOf(name).getByRole('link', { name: new RegExp(`^View Profile of ${name}`) })
      expect(link.getAttribute('href')).toBe(`https://discord.com/users/${person?.id}`)
      expect(link.getAttribute('rel')).toBe('noopener noreferrer')
      expect(cardOf(name).getByText(person?.primaryLabel ?? '')).toBeTruthy()
      const avatar = screen.getByText(name).closest('li')?.querySelector(`img[src="${person?.avatar}"]`)
      expect(['loading', 'alt'].map((attribute) => avatar?.getAttribute(attribute))).toEqual(['lazy', ''])
      expect(avatar?.getAttribute('width')).toMatch(/^\d+$/)
    },
  )

  it('a card shows up to 3 badges plus +N, each with its name', () => {
    show(WALL)
    const names = (name: string) =>
      cardOf(name)
        .getAllByRole('img')
        .map((badge) => badge.getAttribute('alt'))
    expect(names('Marisol Vega')).toEqual(['Founder', 'Artist', 'Bug Hunter'])
    cardOf('Marisol Vega').getByText('+2')
    cardOf('Marisol Vega').getByText('and 2 more: Event Host, Server Booster')
    cardOf('Ezra').getByText('+1')
    expect(names('Kit')).toHaveLength(3)
    expect(cardOf('Kit').queryByText(/^\+/)).toBeNull()
    expect(cardOf('Freya').queryByRole('list')).toBeNull()
  })

  it('loading shows Loading supporters…', () => {
    answers(() => new Promise(() => {}))
    show()
    expect(screen.getByRole('status').textContent).toContain('Loading supporters…')
  })

  it('a failure shows Failed to load supporters. Please try again later., and can be retried', async () => {
    answers(async () => new Response('{}', { status: 503 }))
    show()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to load supporters. Please try again later.')
    answers(async () => Response.json(WALL))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Marisol Vega')
  })

  it('an empty page shows No supporters to show yet.', () => {
    show({ tiers: WALL.tiers.map((tier) => ({ ...tier, members: [] })), totals: { overall: 0 } })
    screen.getByText('No supporters to show yet.')
    expect(screen.queryByRole('heading', { name: 'High' })).toBeNull()
  })

  it('the end of the page invites people to join the Discord server', () => {
    show(WALL)
    const invitation = screen.getByRole('region', { name: 'There is a seat for you too' })
    const link = within(invitation).getByRole('link', { name: 'Join our Discord' })
    expect(link.getAttribute('href')).toBe(SITE.links.discord)
  })
})
