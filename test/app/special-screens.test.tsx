import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Page as AccessDeniedPage } from '#app/pages/access-denied.tsx'
import { ErrorPage } from '#app/pages/error.tsx'
import { Page as LoginPage } from '#app/pages/login.tsx'
import { NotFoundPage } from '#app/pages/not-found.tsx'
import { Page as RateLimitPage } from '#app/pages/rate-limit.tsx'
import { Page as SessionExpiredPage } from '#app/pages/session-expired.tsx'
import { SignInProblemPage } from '#app/pages/sign-in-problem.tsx'
import { SIGN_IN_PROBLEMS } from '#features/auth/contract.ts'
import { NO_RIGHTS } from '#lib/access.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { CONTENT, SITE } from '../site.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const inSite = (page: ReactNode, queryClient = new QueryClient()) => (
  <SiteProvider content={CONTENT}>
    <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
  </SiteProvider>
)
const show = (page: ReactNode) => render(inSite(page))
const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('Session expired', () => {
  it('session expired has its badge, heading and texts', () => {
    show(<SessionExpiredPage />)
    expect(screen.getAllByText('Session Expired')).toHaveLength(2)
    expect(screen.getByRole('heading', { level: 1, name: 'Session Expired' })).toBeTruthy()
    screen.getByText('Your session has expired due to inactivity or has been invalidated.')
    screen.getByText(
      "For security reasons, you've been logged out. Please log in again to continue using the support portal.",
    )
  })

  it('session expired offers Login with Discord and Refresh Page', () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined)
    show(<SessionExpiredPage />)
    expect(target('Login with Discord')).toBe('/auth/discord')
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('signing in after an expired session returns to the address from the server, from the initial HTML on', () => {
    const html = renderToString(
      <SiteProvider content={{ ...CONTENT, signInHref: '/auth/discord?returnTo=%2Fes' }}>
        <SessionExpiredPage />
      </SiteProvider>,
    )
    expect(html).toContain('href="/auth/discord?returnTo=%2Fes"')
  })

  it('session expired starts its entrance animation 100 ms after the page opens', () => {
    vi.useFakeTimers()
    const { container } = show(<SessionExpiredPage />)
    const enteredState = () => container.querySelector('[data-entered]')?.getAttribute('data-entered')
    act(() => vi.advanceTimersByTime(99))
    expect(enteredState()).toBe('false')
    act(() => vi.advanceTimersByTime(1))
    expect(enteredState()).toBe('true')
  })
})

describe('Too Many Requests', () => {
  it('too many requests asks to wait a minute and links to the home page', () => {
    show(<RateLimitPage />)
    screen.getByText("You've sent too many requests in a short time. Please wait a minute and try again.")
    expect(target('Back Home')).toBe('/')
  })
})

describe('Access Denied', () => {
  it('access denied says why, whom to ask, and where to go', () => {
    show(<AccessDeniedPage />)
    screen.getByText('Access Restricted')
    screen.getByRole('heading', { level: 1, name: 'Access Denied' })
    screen.getByText('Your Discord account does not have any roles that associate you as a Staff member.')
    screen.getByText(/contact a supervisor in our Discord/)
    expect(target('Return Home')).toBe('/')
    expect(target('Go to Discord')).toBe(SITE.links.discord)
  })

  it.each([
    ['owner', 'Owners only.'],
    ['es', "You don't have access to this page. ES roles or Staff+ required or you are not signed in via Discord."],
    ['staff', 'Your Discord account does not have any roles that associate you as a Staff member.'],
    ['management', 'Your Discord account does not have any roles that associate you with Management.'],
  ] as const)('to a page of %s is told in its own words', (access, words) => {
    show(<AccessDeniedPage access={access} />)
    screen.getByText(words)
    expect(screen.queryByRole('link', { name: 'Sign in with Discord' })).toBeNull()
  })

  it.each(['member', 'staff', 'owner'] as const)(
    'access denied on a page for %s offers sign-in to visitors',
    (access) => {
      show(<AccessDeniedPage access={access} isSignedOut />)
      expect(target('Sign in with Discord')).toContain('/auth/discord/start?returnTo=')
    },
  )

  it.each(['member', 'staff', 'management'] as const)(
    'access denied on a page for %s asks visitors to sign in, and does not mention roles',
    (access) => {
      const { container } = show(<AccessDeniedPage access={access} isSignedOut />)
      screen.getByText(/^You are not signed in, and this page is /)
      screen.getByText(/Sign in with Discord and you come straight back here/)
      expect(container.textContent).not.toContain('does not have any roles')
    },
  )
})

describe('Not found', () => {
  it('not found has its headline, subtitle and message', () => {
    show(<NotFoundPage />)
    screen.getByRole('heading', { level: 1 })
    screen.getByText('404 Error, classic.')
    screen.getByText('Welp, nothing we can do here, the buttons below should help you out.')
  })

  it('Go Back leads to the home page without a history', () => {
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
    const back = vi.spyOn(window.history, 'back').mockReturnValue(undefined)
    window.history.replaceState(null, '', '/no-such-page')
    show(<NotFoundPage />)
    fireEvent.click(screen.getByRole('button', { name: 'Go Back' }))
    expect([window.location.pathname, back.mock.calls.length]).toEqual(['/', 0])
  })

  it('Go Home leads to /, and Go Back goes back in the history', () => {
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
    const back = vi.spyOn(window.history, 'back').mockReturnValue(undefined)
    show(<NotFoundPage />)
    expect(target('Go Home')).toBe('/')
    fireEvent.click(screen.getByRole('button', { name: 'Go Back' }))
    expect(back).toHaveBeenCalledOnce()
  })
})

describe('The error screen', () => {
  it('the error screen renders without router and data', () => {
    render(<ErrorPage />)
    screen.getByText('Something went wrong. Please refresh.')
  })
})

const signedOut = () => vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ok: false })))

describe('/login', () => {
  it('the login page signs in with Discord and says which data is read', () => {
    signedOut()
    show(<LoginPage />)
    expect(target('Sign in with Discord')).toBe('/auth/discord')
    screen.getByText(/We read your Discord name/)
  })

  it('the login page shows a signed-in person their account and a sign-out button', () => {
    const queryClient = new QueryClient()
    const user = { username: 'priya', avatarUrl: '' }
    queryClient.setQueryData(['/api/auth/check'], { ok: true, user, ...NO_RIGHTS })
    render(inSite(<LoginPage />, queryClient))
    screen.getByRole('heading', { level: 1, name: 'You are signed in' })
    screen.getByText('priya')
    expect(target('My account')).toBe('/me')
    screen.getByRole('button', { name: 'Log out' })
    expect(screen.queryByRole('link', { name: 'Sign in with Discord' })).toBeNull()
  })
})

describe('A failed sign-in', () => {
  it.each(SIGN_IN_PROBLEMS)('the reason %s has its own text and a button to try again', (reason) => {
    show(<SignInProblemPage reason={reason} />)
    expect(target('Try again')).toBe('/auth/discord')
    expect(target(reason === 'outside-guild' ? 'Continue' : 'Home')).toBe('/')
  })

  it('every reason has its own heading', () => {
    const headings = SIGN_IN_PROBLEMS.map((reason) => {
      const { container, unmount } = show(<SignInProblemPage reason={reason} />)
      const heading = container.querySelector('h1')?.textContent
      unmount()
      return heading
    })
    expect(new Set(headings).size).toBe(SIGN_IN_PROBLEMS.length)
  })

  it('a person outside the guild is invited to join it', () => {
    show(<SignInProblemPage reason="outside-guild" />)
    screen.getByText(/you have not joined our Discord server/)
    expect(target('Join Discord')).toBe(SITE.links.discord)
  })
})

describe('Every special screen', () => {
  it.each([
    ['session expired', <SessionExpiredPage key="" />],
    ['too many requests', <RateLimitPage key="" />],
    ['access denied', <AccessDeniedPage key="" />],
    ['not found', <NotFoundPage key="" />],
    ['error', <ErrorPage key="" />],
    ['login', <LoginPage key="" />],
    ['outside the guild', <SignInProblemPage key="" reason="outside-guild" />],
  ])(
    'the screen for %s renders on the server, without style attributes, which the content security policy would block',
    (_, page) => {
      expect(renderToString(inSite(page))).not.toContain(' style=')
    },
  )
})
