import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createTranslator, ENGLISH, setTranslator } from '#lib/messages.ts'
import { ROSTER_CONTENT } from '#test/rosters.ts'
import { findRosterContent, staffRoster } from '../contract.ts'
import { useLadder } from './queries.ts'

afterEach(() => {
  cleanup()
  setTranslator(ENGLISH)
})

it('the heading of a roster page equals the text of its link, in the language of the page', () => {
  const client = new QueryClient()
  client.setQueryData([findRosterContent.path], ROSTER_CONTENT)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  setTranslator(createTranslator('de', { 'Staff Roster': 'Teamliste' }))
  expect(renderHook(() => useLadder(staffRoster), { wrapper }).result.current.title).toBe('Teamliste')
})
