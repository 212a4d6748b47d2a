import { Suspense, useEffect } from 'react'
import { PERSON } from '#features/auth/web/person-link.tsx'
import { lazyExtra } from '#web/lazy-extra.ts'
import { usePanel } from '#web/panel-address.ts'

const PersonBeside = lazyExtra(() => import('../person-beside.tsx').then((module) => module.PersonBeside))

/** Milliseconds after which a page has what it needs itself. */
const REST = 1_500

/** Where staff see one person beside the page, as its address says. */
export function PersonPlace() {
  const id = usePanel(PERSON)
  useEffect(() => {
    // So that the first press opens it at once. Where that fails, the press asks again.
    const timer = setTimeout(() => void PersonBeside.fetch().catch(() => undefined), REST)
    return () => clearTimeout(timer)
  }, [])
  if (id === null || !/^\d{17,20}$/.test(id)) return null
  return (
    <Suspense>
      <PersonBeside id={id} />
    </Suspense>
  )
}
