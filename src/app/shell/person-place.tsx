import { Suspense, useEffect, useState } from 'react'
import { PERSON } from '#features/auth/web/person-link.tsx'
import { lazyExtra } from '#web/lazy-extra.ts'
import { usePanel } from '#web/panel-address.ts'

const fetchBeside = () => import('../person-beside.tsx')
const PersonBeside = lazyExtra(() => fetchBeside().then((module) => module.PersonBeside))
const PersonReader = lazyExtra(() => fetchBeside().then((module) => module.PersonReader))

/** Milliseconds after which a page has what it needs itself. */
const REST = 1_500

/** Where staff see one person beside the page, as its address says. */
export function PersonPlace() {
  const id = usePanel(PERSON)
  return (
    <>
      <Beforehand />
      <Suspense>{id !== null && /^\d{17,20}$/.test(id) && <PersonBeside id={id} />}</Suspense>
    </>
  )
}

/** What the first press needs: the panel's code, and whom it is about to show. */
function Beforehand() {
  const [isRested, setIsRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsRested(true)
      // So that the first press opens it at once. Where that fails, the press asks again.
      void PersonBeside.fetch().catch(() => undefined)
    }, REST)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{isRested && <PersonReader />}</Suspense>
}
