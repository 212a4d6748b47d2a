import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Auth } from '#features/auth/web/use-auth.ts'
import { allowsRights, NO_RIGHTS, type Rights } from '#lib/access.ts'
import type { Drawing } from '#lib/navigation.ts'
import { fakeServer, json } from '#test/fake-server.ts'
import { CONTENT, SITE } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { PAGES } from '../routes.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { PagesContext } from './open-pages.ts'

fakeServer(() => ({ 'GET /api/inbox/count': json({ unread: 0, waiting: [] }) }))

const OWNER: Rights = {
  isOwner: true,
  isManagement: true,
  isStaff: true,
  isES: true,
  canESQuick: true,
  capabilities: [],
}
const STAFF_LINKS = ['/staff-roster', '/trial-mod-checklist', '/staff-da-database']
const OWNER_LINKS = ['/users', '/verifications', '/audit', '/ingest-tokens']
/** The links of the spec. Features may add pages to the same groups. */
const LINKS = [...STAFF_LINKS, '/es', ...OWNER_LINKS, '/me']

function signedIn(rights: Partial<Rights>, logout = async () => {}): Auth {
  return {
    status: 'signed-in',
    user: { username: 'marisol', avatarUrl: '' },
    rights: { ...NO_RIGHTS, ...rights },
    logout,
  }
}

function show(auth: Auth, path = '/', onLogin = () => {}, client = new QueryClient()) {
  window.history.replaceState(null, '', path)
  return render(
    <SiteProvider content={CONTENT}>
      <PagesContext value={PAGES}>
        <QueryClientProvider client={client}>
          <NavigationBar site={SITE} auth={auth} onLogin={onLogin} />
        </QueryClientProvider>
      </PagesContext>
    </SiteProvider>,
  )
}

/** The account menu is loaded separately, so wait for it. */
async function showSignedIn(auth: Auth): Promise<void> {
  show(auth)
  await screen.findByRole('button', { name: 'Account of marisol' })
}

const hrefs = (within: HTMLElement) => [...within.querySelectorAll('a')].map((link) => link.getAttribute('href'))
const mobileMenu = () => screen.getByRole('navigation', { name: 'Menu' })
const accountButton = () => screen.getByRole('button', { name: 'Account of marisol' })

function scrollTo(y: number) {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
  fireEvent.scroll(window)
}

describe('The navigation bar', () => {
  it('the bar has internal links for Home and Supporters, and external ones for Rules, Applications, Discord and Store', () => {
    show({ status: 'signed-out' })
    const { rules, applications, discord, store } = SITE.links
    expect(hrefs(screen.getByRole('navigation', { name: 'Main' }))).toEqual([
      '/',
      '/supporters',
      rules,
      applications,
      discord,
      store,
    ])
  })

  it('a link with an icon shows it', () => {
    const bar = [{ label: 'Boats', href: '/rules', icon: [['path', { d: 'M1 1' }]] satisfies Drawing }]
    render(
      <SiteProvider content={{ ...CONTENT, navigation: { ...CONTENT.navigation, bar } }}>
        <NavigationBar site={SITE} auth={{ status: 'signed-out' }} onLogin={() => {}} />
      </SiteProvider>,
    )
    for (const name of ['Main', 'Menu']) {
      const [link] = screen.getByRole('navigation', { name }).querySelectorAll('a')
      expect(link?.textContent).toBe('Boats')
      expect(link?.querySelector('path')?.getAttribute('d')).toBe('M1 1')
    }
  })

  it('there is no Connect button without a game server', () => {
    const site = { ...SITE, links: { discord: SITE.links.discord } }
    render(
      <SiteProvider content={{ ...CONTENT, site }}>
        <NavigationBar site={site} auth={{ status: 'signed-out' }} onLogin={() => {}} />
      </SiteProvider>,
    )
    expect(screen.queryByRole('link', { name: 'Connect' })).toBeNull()
  })

  it('the current page is marked', () => {
    show({ status: 'signed-out' }, '/supporters')
    const current = screen.getByRole('navigation', { name: 'Main' }).querySelectorAll('[aria-current="page"]')
    expect([...current].map((link) => link.textContent)).toEqual(['Supporters'])
  })

  it('the Connect button opens the game server', () => {
    show({ status: 'signed-out' })
    expect(screen.getByRole('link', { name: 'Connect' }).getAttribute('href')).toBe(SITE.links.connect)
  })

  it('Login is disabled until the sign-in state is known', () => {
    const onLogin = vi.fn()
    const logins = () => screen.getAllByRole<HTMLButtonElement>('button', { name: 'Login' })
    show({ status: 'loading' }, '/', onLogin)
    for (const login of logins()) expect(login.disabled).toBe(true)
    cleanup()
    show({ status: 'signed-out' }, '/', onLogin)
    for (const login of logins()) {
      expect(login.disabled).toBe(false)
      fireEvent.click(login)
    }
    expect(onLogin).toHaveBeenCalledTimes(2)
  })

  it('the bar becomes opaque once the page is scrolled more than 50 pixels', () => {
    show({ status: 'signed-out' })
    const header = screen.getByRole('banner')
    scrollTo(50)
    expect(header.dataset.opaque).toBe('false')
    scrollTo(51)
    expect(header.dataset.opaque).toBe('true')
    scrollTo(0)
    expect(header.dataset.opaque).toBe('false')
  })
})

describe('The account menu', () => {
  it('the account menu opens on click, and closes on a press outside it, not inside', async () => {
    await showSignedIn(signedIn({}))
    expect(screen.queryByRole('menu')).toBeNull()
    fireEvent.click(accountButton())
    fireEvent.mouseDown(screen.getByRole('menu'))
    expect(screen.getByRole('menu')).toBeTruthy()
    fireEvent.mouseDown(document.body)
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('the account menu closes on Escape and returns the focus, and the arrow keys move in it', async () => {
    await showSignedIn(signedIn(OWNER))
    fireEvent.keyDown(accountButton(), { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toBe('Staff Roster')
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'End' })
    expect(document.activeElement?.textContent).toBe('Log out')
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(accountButton())
  })

  it.each([
    ['a member', {}, []],
    ['ES', { isES: true, canESQuick: true }, ['/es']],
    ['staff', { isStaff: true, canESQuick: true }, [...STAFF_LINKS, '/es']],
    ['an owner', OWNER, [...STAFF_LINKS, '/es', ...OWNER_LINKS]],
  ])('the account menu shows %s the groups of their role', async (_, rights, expected) => {
    await showSignedIn(signedIn(rights))
    fireEvent.click(accountButton())
    const shown = hrefs(screen.getByRole('menu'))
    expect(shown.filter((href) => LINKS.includes(href ?? ''))).toEqual([...expected, '/me'])
    const declared = PAGES.filter(({ link, access }) => link && allowsRights(access, { ...NO_RIGHTS, ...rights }))
    expect(shown.toSorted()).toEqual(declared.map(({ path }) => path).toSorted())
  })

  it('the account menu logs out', async () => {
    const logout = vi.fn(async () => {})
    await showSignedIn(signedIn({}, logout))
    fireEvent.click(accountButton())
    fireEvent.click(screen.getByRole('menuitem', { name: 'Log out' }))
    expect(logout).toHaveBeenCalledOnce()
  })
})

it('the inbox count is on the account, on the button of the mobile menu and on both links', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  const waiting = [
    { path: '/trial-mod-checklist', count: 2 },
    { path: '/verifications', count: 1 },
  ]
  client.setQueryData(['/api/inbox/count'], { unread: 2, waiting })
  show(signedIn(OWNER), '/', () => {}, client)
  fireEvent.click(await screen.findByRole('button', { name: 'Account of marisol, 5 in the inbox' }))
  expect(screen.getByRole('menuitem', { name: 'Inbox 5' }).getAttribute('href')).toBe('/inbox')
  await within(mobileMenu()).findByRole('link', { name: 'Inbox 5' })
  expect(mobileMenu().closest('details')?.querySelector('summary')?.textContent).toBe('5')
})

describe('The mobile menu', () => {
  it('the mobile menu has the same links and only the Staff group, without ES and owner links', async () => {
    show(signedIn(OWNER))
    await within(mobileMenu()).findByRole('link', { name: 'Inbox' })
    const main = hrefs(screen.getByRole('navigation', { name: 'Main' }))
    const staff = PAGES.filter(({ link }) => link?.group === 'Staff').map(({ path }) => path)
    expect(staff).toEqual(expect.arrayContaining(STAFF_LINKS))
    expect(hrefs(mobileMenu())).toEqual([...main, ...staff, '/inbox', '/me'])
  })

  it('the mobile menu shows no staff links to a member', () => {
    show(signedIn({ canESQuick: true }))
    expect(within(mobileMenu()).queryByText('Staff')).toBeNull()
  })

  it('the mobile menu locks scrolling while it is open, and closes on Escape', () => {
    const { unmount } = show({ status: 'signed-out' })
    const isLocked = () => document.documentElement.classList.contains('is-scroll-locked')
    const toggle = screen.getByLabelText('Menu', { selector: 'summary' })
    expect(isLocked()).toBe(false)
    fireEvent.click(toggle)
    expect(isLocked()).toBe(true)
    fireEvent.keyDown(toggle, { key: 'Escape' })
    expect(isLocked()).toBe(false)
    fireEvent.click(toggle)
    unmount()
    expect(isLocked()).toBe(false)
  })

  it('the mobile menu has a maximum height and scrolls', () => {
    show({ status: 'signed-out' })
    expect(mobileMenu().className).toMatch(/max-h-.*overflow-y-auto/)
  })
})

describe('The choice of a language', () => {
  const languages = () =>
    screen
      .getAllByLabelText('Language')
      .map((group) =>
        [...group.querySelectorAll('a')].map((link) => [
          link.getAttribute('href'),
          link.textContent,
          link.lang,
          link.getAttribute('aria-current'),
        ]),
      )

  it('the choice is in the account menu and the mobile menu, because staff pages have no footer', async () => {
    const auth = signedIn({ isStaff: true })
    const site = { ...SITE, otherLanguages: ['de' as const] }
    render(
      <SiteProvider content={{ ...CONTENT, site }}>
        <PagesContext value={PAGES}>
          <QueryClientProvider client={new QueryClient()}>
            <NavigationBar site={site} auth={auth} onLogin={() => {}} />
          </QueryClientProvider>
        </PagesContext>
      </SiteProvider>,
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Account of marisol' }))
    const choice = [
      ['/language/en', 'English', 'en', 'true'],
      ['/language/de', 'Deutsch', 'de', null],
    ]
    expect(languages()).toEqual([choice, choice])
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'End' })
    expect(document.activeElement?.textContent).toBe('Deutsch')
  })

  it('there is no choice on a site with one language', async () => {
    await showSignedIn(signedIn({ isStaff: true }))
    fireEvent.click(accountButton())
    expect(screen.queryByLabelText('Language')).toBeNull()
  })
})
