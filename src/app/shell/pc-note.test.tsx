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

it('a phone opens its share dialog, and closing it is not an error', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { assign })
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')))
  press({ share })
  expect(share).toHaveBeenCalledWith({ url: HOME })
  await Promise.allSettled(share.mock.results.map(({ value }) => value))
  expect(assign).not.toHaveBeenCalled()
})

it('the link is mailed if a phone can neither share nor copy', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { assign })
  press({ clipboard: { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) } })
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(`mailto:?body=${encodeURIComponent(HOME)}`))
})

it('the link is copied if a phone cannot share', async () => {
  const writeText = vi.fn(async () => undefined)
  press({ clipboard: { writeText } })
  expect(await screen.findByText('Copied!')).toBeDefined()
  expect(writeText).toHaveBeenCalledWith(HOME)
})
