import { cleanup, render, screen } from '@testing-library/react'
import { Suspense, startTransition, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyExtra } from './lazy-extra.ts'

afterEach(cleanup)

it('a component whose code cannot be loaded leaves the page unchanged', async () => {
  const Lost = lazyExtra<object>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  const Found = lazyExtra(async () => () => <p>the part</p>)
  render(
    <Suspense fallback="waiting">
      <p>the page</p>
      <Lost />
      <Found />
    </Suspense>,
  )
  expect(await screen.findByText('the part')).toBeDefined()
  expect(screen.getByText('the page')).toBeDefined()
})

it('a preloaded component renders at once, without a placeholder', async () => {
  const Part = lazyExtra(async () => ({ of }: { of: string }) => <p>the part of {of}</p>)
  await Part.fetch()
  render(
    <Suspense fallback="waiting">
      <Part of="the page" />
    </Suspense>,
  )
  expect(screen.getByText('the part of the page')).toBeDefined()
})

it('a failed preload is repeated when the component renders', async () => {
  const answers = [Promise.reject(new TypeError('Failed to fetch')), Promise.resolve(() => <p>the part</p>)]
  const Part = lazyExtra<object>(() => answers.shift() ?? Promise.reject(new Error('asked a third time')))
  await expect(Part.fetch()).rejects.toThrow('Failed to fetch')
  render(
    <Suspense>
      <Part />
    </Suspense>,
  )
  expect(await screen.findByText('the part')).toBeDefined()
})

it('a component that rendered while its code loaded keeps its state when the page renders again', async () => {
  const Part = lazyExtra(async () => () => {
    const [count, setCount] = useState(0)
    return (
      <button type="button" onClick={() => setCount(count + 1)}>
        pressed {count}
      </button>
    )
  })
  function Page() {
    const [drawn, setDrawn] = useState(0)
    return (
      <Suspense>
        <button type="button" onClick={() => startTransition(() => setDrawn(drawn + 1))}>
          drawn {drawn}
        </button>
        {drawn > 0 && <Part />}
      </Suspense>
    )
  }
  render(<Page />)
  // Behave as a browser does. Inside `act`, React restarts the render when the code has loaded.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  screen.getByText('drawn 0').click()
  const part = await screen.findByText('pressed 0')
  part.click()
  await screen.findByText('pressed 1')
  screen.getByText('drawn 1').click()
  await screen.findByText('drawn 2')
  expect(part.isConnected).toBe(true)
  vi.unstubAllGlobals()
})
