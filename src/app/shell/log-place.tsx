import { Suspense } from 'react'
import { lazyExtra } from '#web/lazy-extra.ts'
import { closePanel, usePanel } from '#web/panel-address.ts'

const LogForm = lazyExtra(() => import('#features/discipline/web/log-form.tsx').then((module) => module.LogForm))

/** The part of the address that says on whom an action is logged. */
export const LOG = 'log'

/** Where staff log an action on somebody from any page, as its address says. */
export function LogPlace() {
  const id = usePanel(LOG)
  if (id === null || !/^\d{17,20}$/.test(id)) return null
  return (
    <Suspense>
      <LogForm key={id} people={[]} about={{ id, name: '', note: null }} onClose={() => closePanel(LOG)} />
    </Suspense>
  )
}
