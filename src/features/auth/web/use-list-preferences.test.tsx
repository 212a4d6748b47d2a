import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { NO_PREFERENCES, withColumn, withView } from '#lib/list-preferences.ts'
import { fakeServer } from '#test/fake-server.ts'
import { createQueryClient } from '#web/query-client.ts'
import { Router } from '#web/router.tsx'
import { changeListPreferences, findListPreferences, type KeptPreferences } from '../contract.ts'
import { useListPreferences } from './use-list-preferences.ts'

const LIST = '/staff-roster'
const SAVE = `PUT ${changeListPreferences.path}`
const LEAVE = { name: 'On leave', search: 'status=LOA' }
const EMPTY: KeptPreferences = { version: 0, preferences: { ...NO_PREFERENCES, views: [], hidden: [] } }

/** The preferences that the server has stored. */
let kept: KeptPreferences

const server = fakeServer(() => {
  kept = EMPTY
  return {
    [`GET ${findListPreferences.path}`]: () => Response.json(kept),
    [SAVE]: () => {
      const { list: _, ...sent } = changeListPreferences.body.parse(server.asked.at(-1)?.body)
      if (sent.version !== kept.version) {
        const error = { code: 'conflict', message: 'Somebody changed it meanwhile.' }
        return Response.json({ ok: false, error, item: kept }, { status: 409 })
      }
      kept = { ...sent, version: sent.version + 1 }
      return Response.json({ ok: true, item: kept })
    },
  }
})

async function openList() {
  const client = createQueryClient({ onRefused: () => undefined, onUnhandled: () => undefined })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <Router path={LIST}>{children}</Router>
    </QueryClientProvider>
  )
  window.history.replaceState(null, '', LIST)
  const { result } = renderHook(useListPreferences, { wrapper })
  await waitFor(() => expect(result.current.change).not.toBeNull())
  return result
}

const saved = () => server.asked.filter(({ call }) => call === SAVE).length

it('a change is shown and stored', async () => {
  const list = await openList()
  act(() => list.current.change?.((now) => withColumn(now, 'notes', false)))
  await waitFor(() => expect(list.current.preferences.hidden).toEqual(['notes']))
  await waitFor(() => expect(kept).toMatchObject({ version: 1, preferences: { hidden: ['notes'] } }))
})

it('two quick changes are stored together with a change from another page', async () => {
  const list = await openList()
  kept = { version: 4, preferences: { ...EMPTY.preferences, views: [LEAVE] } }
  act(() => list.current.change?.((now) => withColumn(now, 'notes', false)))
  act(() => list.current.change?.((now) => withColumn(now, 'status', false)))
  // Three requests: the refused change, the same change again, and the second change.
  await waitFor(() => expect(saved()).toBe(3))
  const both = { ...EMPTY.preferences, views: [LEAVE], hidden: ['notes', 'status'] }
  await waitFor(() => expect(kept).toEqual({ version: 6, preferences: both }))
  expect(list.current.preferences).toEqual(both)
})

it('the stored state is shown again if a change is refused', async () => {
  const list = await openList()
  let answer: (response: Response) => void = () => undefined
  server.answers[SAVE] = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  act(() => list.current.change?.((now) => withView(now, LEAVE)))
  await waitFor(() => expect(list.current.preferences.views).toEqual([LEAVE]))
  await waitFor(() => expect(saved()).toBe(1))
  answer(Response.json({ ok: false, error: { code: 'invalid', message: 'Too many.' } }, { status: 400 }))
  await waitFor(() => expect(list.current.preferences).toEqual(EMPTY.preferences))
})

it('takes a change back that does not reach the site, keeps the next one, and says which was saved', async () => {
  const list = await openList()
  const usual = server.answers
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))
  server.answers = { [SAVE]: unreachable, [`GET ${findListPreferences.path}`]: unreachable }
  const savedChanges: string[] = []
  act(() =>
    list.current.change?.(
      (now) => withView(now, LEAVE),
      () => savedChanges.push('view'),
    ),
  )
  await waitFor(() => expect(saved()).toBe(1))
  await waitFor(() => expect(list.current.preferences).toEqual(EMPTY.preferences))
  server.answers = usual
  act(() =>
    list.current.change?.(
      (now) => withColumn(now, 'notes', false),
      () => savedChanges.push('column'),
    ),
  )
  await waitFor(() => expect(kept.preferences).toEqual({ ...EMPTY.preferences, hidden: ['notes'] }))
  await waitFor(() => expect(savedChanges).toEqual(['column']))
})
