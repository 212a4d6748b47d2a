import { Suspense } from 'react'
import { lazyExtra } from '#web/lazy-extra.ts'
import { closePanel, usePanel } from '#web/panel-address.ts'

const LogAction = lazyExtra(() => import('../log-action.tsx').then((module) => module.LogAction))

/** The query parameter that names the person on whom an action is logged. */
export const LOG = 'log'

/** The form with which staff log an action on a person from any page. The query parameter opens the form. */
export function LogPlace() {
  const id = usePanel(LOG)
  if (id === null || !/^\d{17,20}$/.test(id)) return null
  return (
    <Suspense>
      <LogAction key={id} about={{ id, name: '', note: null }} onClose={() => closePanel(LOG)} />
    </Suspense>
  )
}
