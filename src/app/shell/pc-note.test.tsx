import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CONTENT } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { PcNote } from './pc-note.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const HOME = `${CONTENT.origin}/`

function press(navigator: object) {
  vi.stubGlobal('navigator', navigator)
  render(
    <SiteProvider content={CONTENT}>
      <PcNote />
    </SiteProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send yourself the link' }))
}

it('A phone shares the link, and closing its list of ways to share is no failure', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { assign })
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')))
  press({ share })
  expect(share).toHaveBeenCalledWith({ url: HOME })
  await Promise.allSettled(share.mock.results.map(({ value }) => value))
  expect(assign).not.toHaveBeenCalled()
})

it('Where a phone neither shares nor copies the link is mailed', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { assign })
  press({ clipboard: { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) } })
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(`mailto:?body=${encodeURIComponent(HOME)}`))
})

it('Where a phone shares nothing the link is copied', async () => {
  const writeText = vi.fn(async () => undefined)
  press({ clipboard: { writeText } })
  expect(await screen.findByText('Copied!')).toBeDefined()
  expect(writeText).toHaveBeenCalledWith(HOME)
})
