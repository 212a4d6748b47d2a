import { configure } from '@testing-library/react'
import { afterAll } from 'vitest'

// Elements appear at once, or late on a busy machine. No test depends on how fast they appear.
configure({ asyncUtilTimeout: 10_000 })

// Test files share a window. A filter that one leaves in the address would hide the rows of the next.
afterAll(() => {
  window.history.replaceState(null, '', '/')
  localStorage.clear()
  sessionStorage.clear()
})
