import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readVerificationGroups } from '#features/verification/server/gateway.ts'
import { NO_RIGHTS } from '#lib/access.ts'
import { CONTENT } from '#test/site.ts'
import { createQueryClient } from '#web/query-client.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { Page as VerifyPage } from './verify.tsx'

let isSignedIn: boolean
beforeEach(() => {
  isSignedIn = false
  vi.stubGlobal('fetch', async () =>
    Response.json(isSignedIn ? { ok: true, user: { username: 'jules', avatarUrl: '' }, ...NO_RIGHTS } : { ok: false }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const GROUPS = { data: readVerificationGroups('community') }

function inSite(page: ReactNode, isVerificationOff = false) {
  const client = createQueryClient({ onRefused: () => undefined, onUnhandled: () => undefined })
  client.setQueryData(['/api/verification/groups'], GROUPS)
  return (
    <SiteProvider content={{ ...CONTENT, isVerificationOff }}>
      <QueryClientProvider client={client}>{page}</QueryClientProvider>
    </SiteProvider>
  )
}
const itemsOf = (title: string) => {
  const group = screen.getByRole('heading', { level: 3, name: title }).closest('section')
  if (group === null) throw new Error(`${title} has no section of its own`)
  return within(group)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
}

describe('The page /verify', () => {
  it('the page says who is eligible', () => {
    render(inSite(<VerifyPage />))
    expect(itemsOf('Military and Veterans')).toEqual(['Active duty', 'Veterans', 'Retirees'])
    expect(itemsOf('First Responders')).toEqual(['Police', 'Fire', 'EMT'])
  })

  it('the page says to allow 24–48 hours for the approval by ownership', () => {
    render(inSite(<VerifyPage />))
    screen.getByText(/Allow 24–48 hours for final manual approval by ownership\./)
  })

  it('the page says that the third party processes all data, without our access to it', () => {
    render(inSite(<VerifyPage />))
    screen.getByText(/The third-party handler processes all submitted data and we have no access to it\./)
  })

  it('the page mentions the pending email and the approval email', () => {
    render(inSite(<VerifyPage />))
    screen.getByText(/You may first receive a pending email/)
    screen.getByRole('heading', { name: 'Then an approval email' })
  })

  it('the page warns a visitor, and lets a member press Verify', async () => {
    render(inSite(<VerifyPage />))
    await screen.findByText('You are not signed in.')
    cleanup()
    isSignedIn = true
    render(inSite(<VerifyPage />))
    await screen.findByText('jules')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verify' }).disabled).toBe(false)
  })

  it('the page is fully rendered by the server, as for a visitor, without style attributes', () => {
    const html = renderToString(inSite(<VerifyPage />))
    for (const words of ['Identity verification', 'Military and Veterans', 'First Responders', '24–48 hours']) {
      expect(html).toContain(words)
    }
    expect(html).not.toContain('You are not signed in.')
    expect(html).not.toContain(' style=')
  })

  it('the page says that no provider is set up', () => {
    expect(renderToString(inSite(<VerifyPage />, true))).toContain('Verification is not set up on this site yet.')
  })
})
