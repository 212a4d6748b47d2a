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
  fireEvent.click(screen.getByRole('link', { name: 'Send yourself the link' }))
}

it('A phone shares the link, and closing its list of ways to share is no failure', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')))
  press({ share })
  expect(share).toHaveBeenCalledWith({ url: HOME })
  expect(screen.getByRole('link').getAttribute('href')).toBe(`mailto:?body=${encodeURIComponent(HOME)}`)
})

it('Where a phone shares nothing the link is copied', async () => {
  const writeText = vi.fn(async () => undefined)
  press({ clipboard: { writeText } })
  expect(await screen.findByText('Copied!')).toBeDefined()
  expect(writeText).toHaveBeenCalledWith(HOME)
})
