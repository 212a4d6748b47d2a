import { Suspense, useEffect, useState } from 'react'
import { PERSON } from '#features/auth/web/person-link.tsx'
import { lazyExtra } from '#web/lazy-extra.ts'
import { usePanel } from '#web/panel-address.ts'

const fetchBeside = () => import('../person-beside.tsx')
const PersonBeside = lazyExtra(() => fetchBeside().then((module) => module.PersonBeside))
const PersonReader = lazyExtra(() => fetchBeside().then((module) => module.PersonReader))

/** Milliseconds after which the page has loaded what it needs itself. */
const REST = 1_500

/** The panel in which staff see one person beside the page. The query parameter opens it. */
export function PersonPlace() {
  const id = usePanel(PERSON)
  return (
    <>
      <Beforehand />
      <Suspense>{id !== null && /^\d{17,20}$/.test(id) && <PersonBeside id={id} />}</Suspense>
    </>
  )
}

/** Loads what the first press on a name needs: the panel's code and the person. */
function Beforehand() {
  const [isRested, setIsRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsRested(true)
      // Loaded early so that the first press opens the panel at once. If loading fails, the press tries again.
      void PersonBeside.fetch().catch(() => undefined)
    }, REST)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{isRested && <PersonReader />}</Suspense>
}
