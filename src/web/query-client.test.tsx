import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Button } from '#ui/button.tsx'
import { createQueryClient } from './query-client.ts'

afterEach(cleanup)

it('a second press in the same moment sends nothing twice', async () => {
  const sent: string[] = []
  const never = () => new Promise(() => void sent.push('one'))
  function Form() {
    const send = useMutation({ mutationFn: never })
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate()
        }}
      >
        <Button type="submit" isPending={send.isPending}>
          Send
        </Button>
      </form>
    )
  }
  render(
    <QueryClientProvider client={createQueryClient({ onRefused: () => undefined })}>
      <Form />
    </QueryClientProvider>,
  )
  // As a browser does it: what waits is done between two presses, timers are not.
  const button = screen.getByRole('button', { name: 'Send' })
  button.click()
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  button.click()
  expect(button.getAttribute('aria-busy')).toBe('true')
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent).toEqual(['one'])
})
