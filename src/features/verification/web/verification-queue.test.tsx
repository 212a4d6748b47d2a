import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Verification } from '../contract.ts'
import { VerificationQueue } from './verification-queue.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const ID = 'd4f1c2de-7d67-4a39-9a10-9e7bd63c8f00'

const item = (name: string, more: Partial<Verification> = {}): Verification => ({
  id: `${ID.slice(0, -name.length)}${name}`,
  version: 2,
  person: { id: '310000000000000201', username: name.toLowerCase(), name, avatarUrl: '' },
  status: 'verified',
  group: 'military',
  startedAt: minutesAgo(90),
  pendingAt: null,
  verifiedAt: minutesAgo(60),
  decidedAt: null,
  expiredAt: null,
  reason: null,
  decidedBy: null,
  role: null,
  ...more,
})
const failure = (status: number, code: string, message: string) =>
  Response.json({ ok: false, error: { code, message } }, { status })

const GROUPS = { data: [{ key: 'military', label: 'Military and Veterans', kinds: [] }] }

let data: Verification[]
let list: () => Response
let decide: () => Response
let posted: { path: string; body: unknown }[]
beforeEach(() => {
  data = [item('Jules'), item('Lena', { status: 'pending', group: null, verifiedAt: null, pendingAt: minutesAgo(5) })]
  list = () => Response.json({ data, givesRole: true })
  decide = () => Response.json({ ok: true, item: data[0] })
  posted = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/verification/groups') return Response.json(GROUPS)
    if (init.method !== 'POST') return list()
    posted.push({ path, body: JSON.parse(String(init.body)) })
    return decide()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(search = '') {
  window.history.replaceState(null, '', `/verifications${search}`)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })}>
      <VerificationQueue />
    </QueryClientProvider>,
  )
}
const names = () =>
  screen.getAllByRole('rowheader').map((cell) => cell.textContent?.replace(/.*(Jules|Lena|Priya).*/, '$1'))

describe('The verification queue', () => {
  it('there are no counts while the queue loads', async () => {
    show()
    expect(screen.getByRole('button', { name: /^Pending/ }).textContent).toBe('Pending–')
    await waitFor(() => expect(screen.getByRole('button', { name: /^Pending/ }).textContent).toBe('Pending1'))
  })

  it('the queue shows number, time and group of waiting people, and offers a decision if one is possible', async () => {
    show()
    const row = (await screen.findByText('Jules')).closest('tr')
    if (row === null) throw new Error('no row')
    await waitFor(() => expect(row.textContent).toContain('Military and Veterans'))
    expect(row.textContent).toContain('1 hour ago')
    screen.getByText('1 awaiting review')
    expect(
      screen.getAllByRole('button', { name: /^(Approve|Reject) / }).map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Approve Jules', 'Reject Jules'])
  })

  it('the queue is filtered by status and search together, and can be reset', async () => {
    data.push(item('Priya', { status: 'rejected', decidedAt: minutesAgo(1), decidedBy: { id: '1', name: 'Theo' } }))
    show('?status=pending,rejected')
    await screen.findByText('Priya')
    expect(names()).toEqual(['Lena', 'Priya'])
    screen.getByText('2 of 3')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'lena' } })
    await waitFor(() => expect(names()).toEqual(['Lena']))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } })
    await screen.findByText('No verifications match.')
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(names()).toEqual(['Jules', 'Lena', 'Priya']))
    fireEvent.click(screen.getByRole('button', { name: /^Verified/ }))
    await waitFor(() => expect(names()).toEqual(['Jules']))
  })

  it('the queue shows whether the role was given, or the reason why not', async () => {
    const role = { givenAt: null, attempts: 3, error: 'Discord answered 503', nextAttemptAt: minutesAgo(-1) }
    data = [
      item('Jules', { status: 'approved', role }),
      item('Lena', { status: 'approved', role: { ...role, givenAt: minutesAgo(1), error: null } }),
    ]
    show()
    await screen.findByText('Waiting for Discord')
    screen.getByText(/Discord answered 503\. Tried 3 times, again at /)
    screen.getByText('Role given')
  })

  it('an empty queue says where a verification starts', async () => {
    data = []
    show()
    await screen.findByText('There are no verifications yet.')
    screen.getByText('Nothing awaiting review')
  })

  it('a failed queue says so and can be loaded again', async () => {
    list = () => failure(503, 'unavailable', 'x')
    show()
    await screen.findByText('Failed to load verifications.')
    list = () => Response.json({ data, givesRole: true })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Jules')
  })
})

describe('Decisions in the queue', () => {
  it('an approval has a second step with its consequences, and sends the version that was shown', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Approve Jules' }))
    expect(posted).toEqual([])
    const dialog = screen.getByRole('alertdialog', { name: 'Approve Jules' })
    within(dialog).getByText(/They get the Discord role automatically\./)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(posted).toEqual([{ path: `/api/verifications/${data[0]?.id}/approve`, body: { version: 2 } }])
  })

  it('a rejection can have a reason, and a cancelled one sends nothing', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Reject Jules' }))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(screen.getByRole('button', { name: 'Reject Jules' }))
    fireEvent.change(screen.getByLabelText('Reason (optional)'), { target: { value: 'No badge.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(posted.map(({ body }) => body)).toEqual([{ version: 2, reason: 'No badge.' }])
  })

  it('a decision on a changed verification is refused, and the list shows the current state', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Approve Jules' }))
    decide = () => failure(409, 'changed_meanwhile', 'x')
    data = [
      item('Jules', { status: 'rejected', version: 3, decidedBy: { id: '1', name: 'Rosa' }, decidedAt: minutesAgo(0) }),
    ]
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    await screen.findByText(/This verification has changed\./)
    await screen.findByText('by Rosa')
  })
})
