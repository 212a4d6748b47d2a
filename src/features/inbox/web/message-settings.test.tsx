import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import type { MessageSettings as Settings } from '../contract.ts'
import { MessageSettings, MessagesRefused } from './message-settings.tsx'
import { deviceZone } from './queries.ts'

const CALL = '/api/inbox/messages'
const SETTINGS: Settings = {
  canMessage: true,
  state: 'on',
  refusedCode: null,
  modes: { mine: 'now', queues: 'digest', rank: 'off' },
  digest: { hour: 18, timeZone: deviceZone() },
}
const server = fakeServer(() => ({ [`PUT ${CALL}`]: json({ ok: true, item: SETTINGS }) }))

function show(item: Partial<Settings>, Part = MessageSettings) {
  server.answers[`GET ${CALL}`] = json({ item: { ...SETTINGS, ...item } })
  render(
    <QueryClientProvider client={clientOfStaff({})}>
      <Part />
    </QueryClientProvider>,
  )
}
const sent = () => server.asked.filter(({ call }) => call === `PUT ${CALL}`).map(({ body }) => body)

describe('messages in Discord', () => {
  it('are chosen line by line, and only what was changed is kept', async () => {
    show({})
    fireEvent.change(await screen.findByLabelText('What waits for me'), { target: { value: 'now' } })
    await waitFor(() => expect(sent()).toEqual([{ modes: { queues: 'now' } }]))
  })

  it('come in the daily summary at an hour of the time zone of this device', async () => {
    show({})
    fireEvent.change(await screen.findByLabelText('The daily summary comes at'), { target: { value: '7' } })
    await waitFor(() => expect(sent()).toEqual([{ digestHour: 7, timeZone: deviceZone() }]))
    expect(screen.queryByRole('button', { name: /time zone of this device/ })).toBeNull()
  })

  it('follow somebody to another time zone when they say so', async () => {
    show({ digest: { hour: 18, timeZone: 'Pacific/Auckland' } })
    fireEvent.click(await screen.findByRole('button', { name: /time zone of this device/ }))
    await waitFor(() => expect(sent()).toEqual([{ timeZone: deviceZone() }]))
  })

  it('have no hour where nothing comes in the summary', async () => {
    show({ modes: { mine: 'now', queues: 'off', rank: 'off' } })
    await screen.findByLabelText('What waits for me')
    expect(screen.queryByLabelText('The daily summary comes at')).toBeNull()
  })
})

describe('the own page', () => {
  it.each([
    [50007, /your settings do not allow it/],
    [50278, /you share no server with our bot/],
  ])('says that Discord refused a message, and why (%s)', async (refusedCode, why) => {
    show({ refusedCode }, MessagesRefused)
    await screen.findByText(why)
    expect(screen.queryByText(/three messages in a row/)).toBeNull()
  })

  it('says that the site writes no more after three refusals', async () => {
    show({ state: 'stopped', refusedCode: 50007 }, MessagesRefused)
    await screen.findByText(/Discord refused three messages in a row/)
    await screen.findByText(/your settings do not allow it/)
    expect(screen.getByRole('link', { name: 'Go to the inbox' }).getAttribute('href')).toBe('/inbox')
  })

  it('says nothing where messages arrive, or no bot could write', async () => {
    show({}, MessagesRefused)
    show({ canMessage: false, state: 'stopped', refusedCode: 50007 }, MessagesRefused)
    await waitFor(() => expect(server.asked).toHaveLength(2))
    expect(screen.queryByRole('status')).toBeNull()
  })
})
