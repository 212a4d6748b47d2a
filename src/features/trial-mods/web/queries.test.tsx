import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createTranslator, ENGLISH, setTranslator } from '#lib/messages.ts'
import { CHECKLIST } from '#test/checklist.ts'
import { findChecklist } from '../contract.ts'
import { useChecklist } from './queries.ts'

afterEach(() => {
  cleanup()
  setTranslator(ENGLISH)
})

it('the heading of the checklist page equals the text of its link, in the language of the page', () => {
  const client = new QueryClient()
  client.setQueryData([findChecklist.path], CHECKLIST)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  setTranslator(createTranslator('de', { 'Trial Mod Checklist': 'Trial-Mod-Checkliste' }))
  expect(renderHook(() => useChecklist(), { wrapper }).result.current.title).toBe('Trial-Mod-Checkliste')
})
