import { expect, it } from 'vitest'
import { fetchPage, loadedPage, preloadPage } from './page-code.ts'

function pageOf(answers: ('refused' | 'sent')[]) {
  const Page = () => null
  const load = async () => {
    if (answers.shift() !== 'sent') throw new Error('no network')
    return { Page }
  }
  return { page: { load, access: 'anyone' as const }, Page }
}

it('a page whose code has loaded renders', async () => {
  const { page, Page } = pageOf(['sent'])
  expect(loadedPage(page)).toBeUndefined()
  await fetchPage(page)
  expect(loadedPage(page)).toBe(Page)
})

it('code that could not be loaded is requested again on the next visit', async () => {
  const { page, Page } = pageOf(['refused', 'sent'])
  await expect(fetchPage(page)).rejects.toThrow('no network')
  expect(await fetchPage(page)).toBe(Page)
})

it('a rendered page requests its code once, and throws if it failed', async () => {
  const { page } = pageOf(['refused', 'sent'])
  await expect(preloadPage(page)).rejects.toThrow('no network')
  await expect(preloadPage(page)).rejects.toThrow('no network')
})
