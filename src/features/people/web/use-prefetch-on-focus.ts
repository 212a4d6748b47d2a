import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { personHref } from '#features/auth/web/person-link.tsx'
import { personQuery } from './queries.ts'

/**
 * How long the focus rests on a row before its person is prefetched, in milliseconds. A held arrow key moves on before
 * that.
 */
const FOCUS_DELAY = 150

const LINK = `a[href^="${personHref('')}"]`

/**
 * The id of the person whom a link, or a row with such a link, opens. Null for anything else, such as other controls of
 * a row.
 */
function personAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null
  const control = target.closest('a, button, input, select')
  const link = control === null ? target.closest('tr, [data-row]')?.querySelector(LINK) : control.closest(LINK)
  const id = link?.getAttribute('href')?.slice(personHref('').length) ?? ''
  return /^\d{17,20}$/.test(id) ? id : null
}

/**
 * Prefetches a person once the focus rests on their row, or when it is pressed, so that the panel shows them at once.
 */
export function usePrefetchOnFocus(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const prefetch = ({ target }: Event) => {
      clearTimeout(timer)
      const id = personAt(target)
      if (id !== null) void queryClient.prefetchQuery(personQuery(id))
    }
    const onFocus = (event: Event) => {
      clearTimeout(timer)
      timer = setTimeout(() => prefetch(event), FOCUS_DELAY)
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', prefetch)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', prefetch)
    }
  }, [queryClient])
}
