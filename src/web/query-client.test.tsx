import { onlineManager, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Button } from '#ui/button.tsx'
import { CallFailed } from './call.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
})

it('two presses at the same moment send one request', async () => {
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
    <QueryClientProvider client={createQueryClient({ onRefused: () => undefined, onUnhandled: () => undefined })}>
      <Form />
    </QueryClientProvider>,
  )
  // As in a browser: microtasks run between two presses, timers do not.
  const button = screen.getByRole('button', { name: 'Send' })
  button.click()
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  button.click()
  expect(button.getAttribute('aria-busy')).toBe('true')
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent).toEqual(['one'])
})

it('a write that fails after its form closed is reported, and one whose form is open is not', async () => {
  const unhandled: string[] = []
  let fail: (error: Error) => void = () => undefined
  function Form() {
    const send = useMutation({ mutationFn: () => new Promise<void>((_, reject) => (fail = reject)) })
    return (
      <Button onClick={() => send.mutate()} isPending={send.isPending}>
        {send.error?.message ?? 'Send'}
      </Button>
    )
  }
  const client = createQueryClient({
    onRefused: () => undefined,
    onUnhandled: (error) => void unhandled.push(error.message),
  })
  const page = (
    <QueryClientProvider client={client}>
      <Form />
    </QueryClientProvider>
  )
  const { rerender } = render(page)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(client.isMutating()).toBe(1))
  fail(new Error('first'))
  fireEvent.click(await screen.findByRole('button', { name: 'first' }))
  await waitFor(() => expect(client.isMutating()).toBe(1))
  rerender(<p>the form is closed</p>)
  fail(new Error('second'))
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(unhandled).toEqual(['second'])
})

it('a write that follows at once does not hide the failure of the first', async () => {
  const unhandled: string[] = []
  const answers: ((error: Error) => void)[] = []
  function List() {
    const send = useMutation({ mutationFn: () => new Promise<void>((_, reject) => answers.push(reject)) })
    return <Button onClick={() => send.mutate()}>{send.error?.message ?? 'Send'}</Button>
  }
  const client = createQueryClient({
    onRefused: () => undefined,
    onUnhandled: (error) => void unhandled.push(error.message),
  })
  render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  )
  for (const pressed of [1, 2]) {
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(answers).toHaveLength(pressed))
  }
  answers[0]?.(new Error('first'))
  answers[1]?.(new Error('second'))
  await screen.findByRole('button', { name: 'second' })
  expect(unhandled).toEqual(['first'])
})

it('a request without a network fails at once, and is repeated with a network', async () => {
  const asked: string[] = []
  let isReachable = false
  const answer = async (what: string) => {
    asked.push(what)
    if (!isReachable) throw new CallFailed(0, 'offline', `${what}: not reached`)
    return `${what}: there`
  }
  function Page() {
    const list = useQuery({ queryKey: ['list'], queryFn: () => answer('list'), retry: false })
    const send = useMutation({ mutationFn: () => answer('write') })
    return (
      <>
        <p>{list.data ?? list.error?.message}</p>
        <Button onClick={() => send.mutate()} isPending={send.isPending}>
          {send.error?.message ?? 'Send'}
        </Button>
      </>
    )
  }
  onlineManager.setOnline(false)
  render(
    <QueryClientProvider client={createQueryClient({ onRefused: () => undefined, onUnhandled: () => undefined })}>
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByText('list: not reached')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByRole('button', { name: 'write: not reached' })
  isReachable = true
  onlineManager.setOnline(true)
  await screen.findByText('list: there')
  expect(asked).toEqual(['list', 'write', 'list'])
})
