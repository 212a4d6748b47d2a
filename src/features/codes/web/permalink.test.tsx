import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as keeping from '#web/keep-in-view.ts'
import { Router } from '#web/router.tsx'
import * as scrollRestoration from '#web/scroll-restoration.tsx'
import { useTarget } from './permalink.tsx'

function Rows() {
  useTarget()
  return <p id="code-10-97">10-97</p>
}

/** The codes page: its search field, and its rows once they are loaded. */
const page = (rows: 'rows' | null) => (
  <Router path="/ten-codes">
    <input type="search" />
    {rows && <Rows />}
  </Router>
)

const replace = vi.fn()

let visits = 0

beforeEach(() => {
  visits += 1
  vi.spyOn(scrollRestoration, 'entryNow').mockReturnValue(`visit ${visits}`)
  window.history.replaceState(null, '', '/ten-codes#code-10-97')
  vi.spyOn(window.location, 'replace').mockImplementation(replace)
  // In a browser, :target is matched when the address changes. Here no row exists at that moment.
  vi.spyOn(document, 'querySelector').mockReturnValue(null)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  replace.mockClear()
  window.history.replaceState(null, '', '/')
})

describe('The row in the address', () => {
  it('the page scrolls to the row even if its rows load later', () => {
    const { rerender } = render(page(null))
    rerender(page('rows'))
    expect(replace).toHaveBeenCalledExactlyOnceWith('#code-10-97')
  })

  it('the row stays in view while the rows above get their heights', () => {
    const keepInView = vi.spyOn(keeping, 'keepInView').mockReturnValue(() => undefined)
    replace.mockImplementationOnce(() => {
      vi.mocked(document.querySelector).mockReturnValue(screen.getByText('10-97'))
    })
    render(page('rows'))
    expect(keepInView).toHaveBeenCalledExactlyOnceWith(screen.getByText('10-97'))
  })

  it('the page stops following the row once the person scrolls, until they open its link again', () => {
    const { rerender } = render(page('rows'))
    expect(replace).toHaveBeenCalledTimes(1)
    fireEvent.wheel(document.body)
    rerender(page(null))
    rerender(page('rows'))
    expect(replace).toHaveBeenCalledTimes(1)
    vi.spyOn(scrollRestoration, 'entryNow').mockReturnValue('another entry')
    rerender(page(null))
    rerender(page('rows'))
    expect(replace).toHaveBeenCalledTimes(2)
  })

  it('the row takes no focus from a field with typed text', () => {
    const { rerender } = render(page(null))
    screen.getByRole('searchbox').focus()
    rerender(page('rows'))
    expect(replace).not.toHaveBeenCalled()
  })

  it('the page does not scroll to the row after Back to a stored position', () => {
    vi.spyOn(scrollRestoration, 'isPageRestored').mockReturnValue(true)
    render(page('rows'))
    expect(replace).not.toHaveBeenCalled()
  })
})
