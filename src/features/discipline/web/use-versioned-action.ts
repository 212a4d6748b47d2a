import { useState } from 'react'
import { CallFailed } from '#web/call.ts'
import { DaEntry } from '../contract.ts'

/**
 * An action that a person decides on as they have read it. When it was changed since, the server rejects the decision,
 * the new version is shown, and the next press decides on that. `first`: the version that was opened.
 */
export function useVersionedAction(opened: DaEntry) {
  const [{ first, entry }, setRead] = useState({ first: opened, entry: opened })
  const send = async (write: () => Promise<unknown>) => {
    try {
      await write()
    } catch (failed) {
      const now = failed instanceof CallFailed && failed.code === 'changed_meanwhile' ? failed.item : null
      const { data } = DaEntry.safeParse(now)
      // Fields that only one family has do not change.
      if (data !== undefined) setRead({ first, entry: { ...entry, ...data } })
      throw failed
    }
  }
  return { first, entry, send }
}
