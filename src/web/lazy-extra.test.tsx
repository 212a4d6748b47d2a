import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it } from 'vitest'
import { lazyExtra } from './lazy-extra.ts'

afterEach(cleanup)

it('A part whose code cannot be fetched leaves the page as it is', async () => {
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

it('A part that was fetched beforehand is drawn at once, with nothing in its place before', async () => {
  const Part = lazyExtra(async () => ({ of }: { of: string }) => <p>the part of {of}</p>)
  await Part.fetch()
  render(
    <Suspense fallback="waiting">
      <Part of="the page" />
    </Suspense>,
  )
  expect(screen.getByText('the part of the page')).toBeDefined()
})

it('A part that could not be fetched beforehand is asked for again when it is drawn', async () => {
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
