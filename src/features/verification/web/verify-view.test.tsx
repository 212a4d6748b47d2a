import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Auth } from '#features/auth/web/use-auth.ts'
import { NO_RIGHTS } from '#lib/access.ts'
import type { OwnVerification } from '../contract.ts'
import { VerifyView } from './verify-view.tsx'

const JULES: Auth = {
  status: 'signed-in',
  user: { username: 'jules', avatarUrl: '' },
  rights: NO_RIGHTS,
  logout: async () => {},
}
const WITH_EMAIL = '/auth/discord?prompt=consent&scope=identify%20email&returnTo=%2Fverify'
const AND_CONTINUE = '/auth/discord?prompt=consent&scope=identify%20email&returnTo=%2Fverify%3Fcontinue%3D1'
const WHY = 'The verification provider does not answer right now.'
const POPUP_URL = 'https://provider.test/auth/widget?token=abc'

/** The provider's window, with the parts that the opening page may access. */
function fakeWindow() {
  return {
    closed: false,
    opener: window as Window | null,
    document: { title: '', documentElement: { style: { colorScheme: '' } } },
    location: { replace: vi.fn() },
    focus: vi.fn(),
    close: vi.fn(function (this: { closed: boolean }) {
      this.closed = true
    }),
  }
}

const GROUPS = { data: [{ key: 'military', label: 'Military and Veterans', kinds: [] }] }

let popup: ReturnType<typeof fakeWindow>
let answer: (response: Response) => void
let asked: { path: string; init: RequestInit }[]
let own: OwnVerification | null
const leftFor: string[] = []
const open = vi.fn()

beforeEach(() => {
  popup = fakeWindow()
  asked = []
  own = null
  open.mockReset().mockImplementation(() => popup)
  vi.stubGlobal('open', open)
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/verification') return Promise.resolve(Response.json({ item: own }))
    if (path === '/api/verification/groups') return Promise.resolve(Response.json(GROUPS))
    asked.push({ path, init })
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  })
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void leftFor.push(String(to)))
})
afterEach(() => {
  cleanup()
  leftFor.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

let queryClient: QueryClient
const view = (auth: Auth, isOff = false) => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={queryClient}>
      <VerifyView auth={auth} isOff={isOff} />
    </QueryClientProvider>,
  )
}
const settled = () => waitFor(() => expect(queryClient.isFetching()).toBe(0))
/** Renders the view and waits until the person's status is known. */
async function show(auth: Auth, isOff = false) {
  const shown = view(auth, isOff)
  await settled()
  return shown
}
const button = () => screen.getByRole<HTMLButtonElement>('button')
const press = () => fireEvent.click(button())
const answers = (status: number, body: object) =>
  act(async () => {
    answer(Response.json(body, { status }))
  })
const refuses = (status: number, code: string) => answers(status, { ok: false, error: { code, message: WHY } })

const STARTED = '2026-03-14T18:30:00.000Z'
const LATER = '2026-03-15T20:00:00.000Z'
const verification = (more: Partial<OwnVerification>): OwnVerification => ({
  status: 'started',
  group: null,
  startedAt: STARTED,
  pendingAt: null,
  verifiedAt: null,
  decidedAt: null,
  expiredAt: null,
  reason: null,
  role: null,
  ...more,
})

describe('The Verify button', () => {
  it("a visitor sees the disabled button 'Sign in first' beside a warning that they are not signed in", async () => {
    await show({ status: 'signed-out' })
    expect(button().textContent).toBe('Sign in first')
    expect(button().disabled).toBe(true)
    screen.getByText('You are not signed in.')
    const link = screen.getByRole('link', { name: 'Sign in with Discord' })
    expect(link.getAttribute('href')).toBe(WITH_EMAIL)
  })

  it('the button is disabled without a warning until the sign-in state is known', async () => {
    await show({ status: 'loading' })
    expect(button().textContent).toBe('Verify')
    expect(button().disabled).toBe(true)
    expect(screen.queryByText('You are not signed in.')).toBeNull()
  })

  it("the button reads 'Opening…' while the window opens", async () => {
    await show(JULES)
    expect(button().textContent).toBe('Verify')
    press()
    expect(button().textContent).toBe('Opening…')
    await answers(200, { token: 'abc', popupUrl: POPUP_URL })
    expect(button().textContent).toBe('Verify')
  })

  it('the button is disabled until the state of the verification is known', async () => {
    view(JULES)
    expect(button().disabled).toBe(true)
    await settled()
    expect(button().disabled).toBe(false)
  })

  it.each(['verified', 'approved'] as const)(
    "a person who is %s sees 'Verified' instead of the button",
    async (status) => {
      own = verification({ status, verifiedAt: LATER })
      await show(JULES)
      expect(screen.queryByRole('button')).toBeNull()
      screen.getByRole('heading', { level: 2, name: 'You are verified' })
      expect(screen.getAllByText('Verified').length).toBeGreaterThan(0)
    },
  )

  it.each(['started', 'pending', 'rejected', 'expired'] as const)(
    'a person who is %s sees the button',
    async (status) => {
      own = verification({ status })
      await show(JULES)
      expect(button().disabled).toBe(false)
    },
  )

  it('there is no button if the site has no verification', async () => {
    await show(JULES, true)
    expect(screen.queryByRole('button')).toBeNull()
    screen.getByText('Verification is not set up on this site yet.')
  })
})

describe('The verification window', () => {
  it('the window opens with 475 by 700 pixels during the click, before the token is known', async () => {
    await show(JULES)
    press()
    expect(open).toHaveBeenCalledOnce()
    const [url, target, features] = open.mock.calls[0] ?? []
    expect([url, target]).toEqual(['about:blank', '_blank'])
    expect(features).toMatch(/^popup,width=475,height=700,left=-?\d+,top=-?\d+$/)
    expect(popup.location.replace).not.toHaveBeenCalled()
  })

  it('the window opens the provider with the token, and has no access to the page', async () => {
    await show(JULES)
    press()
    expect(asked).toMatchObject([
      { path: '/api/verifypass/create-token', init: { method: 'POST', credentials: 'same-origin', body: undefined } },
    ])
    expect(popup.opener).toBeNull()
    await answers(200, { token: 'abc', popupUrl: POPUP_URL })
    expect(popup.location.replace).toHaveBeenCalledExactlyOnceWith(POPUP_URL)
    expect(popup.close).not.toHaveBeenCalled()
  })

  it('Verify focuses an open window, and opens a new one after it was closed', async () => {
    await show(JULES)
    press()
    press()
    await answers(200, { token: 'abc', popupUrl: POPUP_URL })
    press()
    expect(popup.focus).toHaveBeenCalledTimes(2)
    expect([open.mock.calls.length, asked.length]).toEqual([1, 1])
    popup.closed = true
    press()
    expect([open.mock.calls.length, asked.length]).toEqual([2, 2])
  })

  it('a closed window is reported, with what to do', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await show(JULES)
    press()
    await answers(200, { token: 'abc', popupUrl: POPUP_URL })
    screen.getByText(/Continue in the new window/)
    popup.closed = true
    act(() => void vi.advanceTimersByTime(500))
    screen.getByText(/The window was closed. If you sent everything, the answer shows up here by itself/)
    vi.useRealTimers()
  })

  it('a blocked window is reported, and no token is requested', async () => {
    open.mockReturnValue(null)
    await show(JULES)
    press()
    expect(screen.getByRole('alert').textContent).toMatch(/Allow pop-ups for this site, then press Verify again/)
    expect(asked).toEqual([])
  })
})

describe('A missing token', () => {
  it.each([
    [401, 'sign_in_needed'],
    [401, 'session_ended'],
    [428, 'email_needed'],
  ])('%d %s redirects to /auth/discord with prompt=consent and scope identify email', async (status, code) => {
    await show(JULES)
    press()
    await refuses(status, code)
    expect(popup.close).toHaveBeenCalledOnce()
    expect(leftFor).toEqual([AND_CONTINUE])
  })

  it.each([429, 500, 503])('%d shows TOKEN_FAILED and why the window was closed', async (status) => {
    const raised = vi.spyOn(console, 'error').mockReturnValue()
    await show(JULES)
    press()
    await refuses(status, 'token_failed')
    expect(popup.close).toHaveBeenCalledOnce()
    expect(raised).toHaveBeenCalledExactlyOnceWith(new Error('TOKEN_FAILED'))
    expect(screen.getByRole('alert').textContent).toBe(
      `Your verification could not be started, so the window was closed. ${WHY}`,
    )
    expect(button().textContent).toBe('Verify')
    expect(leftFor).toEqual([])
  })

  it('the page says so if the person closed the window first', async () => {
    await show(JULES)
    press()
    popup.closed = true
    await answers(200, { token: 'abc', popupUrl: POPUP_URL })
    expect(screen.getByRole('alert').textContent).toMatch(/closed before your verification started/)
    expect(popup.location.replace).not.toHaveBeenCalled()
  })
})

describe('After the return from Discord', () => {
  const comeBack = async () => {
    window.history.replaceState(null, '', '/verify?continue=1')
    await show(JULES)
  }
  afterEach(() => window.history.replaceState(null, '', '/'))

  it('the verification continues by itself, once', async () => {
    await comeBack()
    await answers(200, { token: 'abc', popupUrl: POPUP_URL })
    expect(popup.location.replace).toHaveBeenCalledExactlyOnceWith(POPUP_URL)
    expect([open.mock.calls.length, asked.length, window.location.search]).toEqual([1, 1, ''])
  })

  it('the verification needs a press if the browser blocks windows', async () => {
    open.mockReturnValueOnce(null)
    await comeBack()
    screen.getByText(/Press Verify once more to open the window/)
    expect([asked.length, screen.queryByRole('alert')]).toEqual([0, null])
    press()
    await answers(200, { token: 'abc', popupUrl: POPUP_URL })
    expect(popup.location.replace).toHaveBeenCalledExactlyOnceWith(POPUP_URL)
  })

  it('a missing verified e-mail is reported, and the next press signs in again', async () => {
    await comeBack()
    await refuses(428, 'email_needed')
    expect(screen.getByRole('alert').textContent).toMatch(/Your Discord account has no verified email address/)
    expect(leftFor).toEqual([])
    press()
    await refuses(428, 'email_needed')
    expect(leftFor).toEqual([AND_CONTINUE])
  })

  it('nothing starts for a verified person, or after another navigation', async () => {
    await show(JULES)
    own = verification({ status: 'verified' })
    cleanup()
    await comeBack()
    expect(open).not.toHaveBeenCalled()
  })
})

describe('The state of a verification', () => {
  const seen = async (more: Partial<OwnVerification>) => {
    own = verification(more)
    const { container } = await show(JULES)
    await screen.findByRole('heading', { level: 3 })
    const times = [...container.querySelectorAll('dl time')].map((time) => time.getAttribute('datetime'))
    return { text: container.textContent ?? '', times }
  }

  it.each<[string, Partial<OwnVerification>, string[]]>([
    ['started', {}, ['Started', 'third-party handler']],
    ['pending', { status: 'pending', pendingAt: LATER }, ['Pending', 'you may get a pending email']],
    [
      'verified',
      { status: 'verified', group: 'military', verifiedAt: LATER },
      ['Verified', '(Military and Veterans)', 'Allow 24–48 hours for final manual approval by ownership.'],
    ],
    ['approved', { status: 'approved', decidedAt: LATER }, ['Approved', 'Ownership has approved you.']],
    [
      'approved, with a role that waits',
      { status: 'approved', decidedAt: LATER, role: 'waiting' },
      ['You get your Discord role as soon as Discord is available.'],
    ],
    [
      'approved, with its role',
      { status: 'approved', decidedAt: LATER, role: 'given' },
      ['You have your Discord role'],
    ],
    [
      'rejected',
      { status: 'rejected', decidedAt: LATER, reason: 'The badge was a toy.' },
      ['Rejected', 'Reason: The badge was a toy.'],
    ],
    ['expired', { status: 'expired', expiredAt: LATER }, ['Expired', 'Press Verify to start again']],
  ])('the state %s is shown with its times', async (_, more, words) => {
    const { text, times } = await seen(more)
    for (const word of words) expect(text).toContain(word)
    expect(times).toEqual(Object.keys(more).length === 0 ? [STARTED] : [STARTED, LATER])
  })

  it('no state is shown to a person without a verification, and none is requested for visitors', async () => {
    await show(JULES)
    await act(async () => undefined)
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
    cleanup()
    own = verification({})
    await show({ status: 'signed-out' })
    await act(async () => undefined)
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
  })

  it('a state that could not be loaded is reported', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 500 })))
    await show(JULES)
    await screen.findByText(/could not be loaded/)
  })
})
