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

describe('Settings for messages in Discord', () => {
  it('messages are selected one by one, and only changes are stored', async () => {
    show({})
    fireEvent.change(await screen.findByLabelText('What waits for me'), { target: { value: 'now' } })
    await waitFor(() => expect(sent()).toEqual([{ modes: { queues: 'now' } }]))
  })

  it('the hour of the daily summary is in the time zone of the device', async () => {
    show({})
    fireEvent.change(await screen.findByLabelText('The daily summary comes at'), { target: { value: '7' } })
    await waitFor(() => expect(sent()).toEqual([{ digestHour: 7, timeZone: deviceZone() }]))
    expect(screen.queryByRole('button', { name: /time zone of this device/ })).toBeNull()
  })

  it('the person can switch the summary to another time zone', async () => {
    show({ digest: { hour: 18, timeZone: 'Pacific/Auckland' } })
    fireEvent.click(await screen.findByRole('button', { name: /time zone of this device/ }))
    await waitFor(() => expect(sent()).toEqual([{ timeZone: deviceZone() }]))
  })

  it('there is no hour without a daily summary', async () => {
    show({ modes: { mine: 'now', queues: 'off', rank: 'off' } })
    await screen.findByLabelText('What waits for me')
    expect(screen.queryByLabelText('The daily summary comes at')).toBeNull()
  })
})

describe('Messages on the own page', () => {
  it.each([
    [50007, /your settings do not allow it/],
    [50278, /you share no server with our bot/],
  ])('the page says that Discord rejected a message, and why (%s)', async (refusedCode, why) => {
    show({ refusedCode }, MessagesRefused)
    await screen.findByText(why)
    expect(screen.queryByText(/three messages in a row/)).toBeNull()
  })

  it('the page says that messages stopped after three rejections', async () => {
    show({ state: 'stopped', refusedCode: 50007 }, MessagesRefused)
    await screen.findByText(/Discord refused three messages in a row/)
    await screen.findByText(/your settings do not allow it/)
    expect(screen.getByRole('link', { name: 'Go to the inbox' }).getAttribute('href')).toBe('/inbox')
  })

  it('the page says nothing if messages arrive, or without a bot', async () => {
    show({}, MessagesRefused)
    show({ canMessage: false, state: 'stopped', refusedCode: 50007 }, MessagesRefused)
    await waitFor(() => expect(server.asked).toHaveLength(2))
    expect(screen.queryByRole('status')).toBeNull()
  })
})
