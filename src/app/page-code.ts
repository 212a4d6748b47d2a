import type { ComponentType } from 'react'
import type { Page } from '#lib/page.ts'

type Coded = Pick<Page, 'load' | 'access'>
const loaded = new Map<Page['load'], ComponentType>()
const loading = new Map<Page['load'], Promise<ComponentType>>()

/** The component of a page, if its code is loaded. */
export const loadedPage = ({ load }: Coded): ComponentType | undefined => loaded.get(load)

/**
 * Loads a page's code. Afterwards the page renders without waiting, on the server and during hydration. A failure is
 * kept, so that a rendered page throws it instead of asking again forever.
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

/** Loads the code of a page before navigating to it. After a failure, the next navigation tries again. */
export function fetchPage(page: Coded): Promise<ComponentType> {
  return preloadPage(page).catch((error: unknown) => {
    loading.delete(page.load)
    throw error
  })
}
