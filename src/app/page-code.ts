import type { ComponentType } from 'react'
import type { Page } from '#lib/page.ts'

type Coded = Pick<Page, 'load' | 'access'>
const loaded = new Map<Page['load'], ComponentType>()
const loading = new Map<Page['load'], Promise<ComponentType>>()

/** The component of a page whose code is here. */
export const loadedPage = ({ load }: Coded): ComponentType | undefined => loaded.get(load)

/**
 * Fetches a page's code; once that is done it renders without waiting, on the server and during hydration. A failure is
 * kept: a page that is drawn throws it and does not ask for ever.
 */
export function preloadPage({ load, access }: Coded): Promise<ComponentType> {
  let promise = loading.get(load)
  if (promise === undefined) {
    promise = Promise.all([load(), access !== 'anyone' && import('#ui/staff.css')]).then(([{ Page }]) => {
      loaded.set(load, Page)
      return Page
    })
    loading.set(load, promise)
  }
  return promise
}

/** The same for a page that somebody may go to: after a failure the next press tries again. */
export function fetchPage(page: Coded): Promise<ComponentType> {
  return preloadPage(page).catch((error: unknown) => {
    loading.delete(page.load)
    throw error
  })
}
