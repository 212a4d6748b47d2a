import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer, json } from '#test/fake-server.ts'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import type { Hit } from '../contract.ts'
import { SearchView } from './search-view.tsx'

const hit = (title: string, href: string): Hit => ({ book: 'penal-codes', title: [title], trail: '', href, text: [''] })

fakeServer(() => ({
  'GET /api/search': json({
    data: [hit('316.187', '/penal-codes#statute-316.187'), hit('316.189', '/penal-codes#statute-316.189')],
  }),
}))

it('the arrow down leads from the search to what was found, arrows go on, and Enter goes there', async () => {
  window.history.replaceState(null, '', '/search?q=speeding')
  render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={new QueryClient()}>
        <SearchView />
      </QueryClientProvider>
    </SiteProvider>,
  )
  const second = await screen.findByRole('link', { name: '316.189' })
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  screen.getByRole('searchbox').focus()
  press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('316.187')
  press('ArrowDown')
  expect(document.activeElement).toBe(second)
  press('Enter')
  expect(window.location.hash).toBe('#statute-316.189')
})
