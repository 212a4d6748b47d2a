import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, json } from '#test/fake-server.ts'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import type { Hit } from '../contract.ts'
import { SearchView } from './search-view.tsx'

const hit = (title: string, href: string): Hit => ({ book: 'penal-codes', title: [title], trail: '', href, text: [''] })

const SPEEDING = [hit('316.187', '/penal-codes#statute-316.187'), hit('316.189', '/penal-codes#statute-316.189')]
const DUI = [hit('316.193', '/penal-codes#statute-316.193')]
fakeServer(() => ({
  'GET /api/search': (query) => json({ data: query.get('q') === 'dui' ? DUI : SPEEDING })(),
}))

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

async function searchSpeeding() {
  window.history.replaceState(null, '', '/search?q=speeding')
  render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={new QueryClient()}>
        <SearchView />
      </QueryClientProvider>
    </SiteProvider>,
  )
  const second = await screen.findByRole('link', { name: '316.189' })
  const field = screen.getByRole('searchbox')
  field.focus()
  return { field, second }
}

it('the down arrow moves from the search to the results, arrow keys continue, and Enter opens one', async () => {
  const { second } = await searchSpeeding()
  press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('316.187')
  press('ArrowDown')
  expect(document.activeElement).toBe(second)
  press('Enter')
  expect(window.location.hash).toBe('#statute-316.189')
})

it('the down arrow and Enter wait for the results of the last word', async () => {
  const { field } = await searchSpeeding()
  await act(async () => fireEvent.change(field, { target: { value: 'dui' } }))
  press('ArrowDown')
  press('Enter')
  expect([document.activeElement, window.location.hash]).toEqual([field, ''])
  await waitFor(() => expect(window.location.hash).toBe('#statute-316.193'))
})
