import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CallFailed } from '#web/call.ts'
import { ErrorNote } from './error-note.tsx'

afterEach(cleanup)

const shown = (error: unknown) => {
  render(<ErrorNote message="Failed to load roster." error={error} />)
  screen.getByText('Failed to load roster.')
  return screen.getByRole('alert').textContent?.replace('Failed to load roster.', '')
}

it.each([
  [503, 'unavailable', 'Discord cannot be asked for your roles right now.'],
  [500, 'unexpected', 'Something went wrong. Please quote 5f1c if you report it.'],
  [429, 'too_many_requests', 'Please wait a minute and try again.'],
  [0, 'offline', 'The site could not be reached.'],
])('the cause of a %d %s follows the message', (status, code, message) => {
  expect(shown(new CallFailed(status, code, message))).toBe(message)
})

it('a cause that equals the message is shown once', () => {
  shown(new CallFailed(503, 'unavailable', 'Failed to load roster.'))
})

it.each([
  ['a denied call', new CallFailed(403, 'not_allowed', 'Your Discord roles do not allow this.')],
  ['a response of another server', new CallFailed(502, 'unreadable', 'The site answered with an error (502).')],
  ['an error in the code', new TypeError('x is undefined')],
  ['a missing error', undefined],
])('only the message is shown for %s', (_, error) => {
  expect(shown(error)).toBe('')
})
