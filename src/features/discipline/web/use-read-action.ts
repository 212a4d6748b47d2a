import { useState } from 'react'
import { CallFailed } from '#web/call.ts'
import { DaEntry } from '../contract.ts'

/**
 * An action that somebody decides on as they have read it: what was changed since is refused, shown, and decided on by the
 * next press. `first`: as it was opened.
 */
export function useReadAction(opened: DaEntry) {
  const [{ first, entry }, setRead] = useState({ first: opened, entry: opened })
  const send = async (write: () => Promise<unknown>) => {
    try {
      await write()
    } catch (failed) {
      const now = failed instanceof CallFailed && failed.code === 'changed_meanwhile' ? failed.item : null
      const { data } = DaEntry.safeParse(now)
      // What only its own family has of an action does not change.
      if (data !== undefined) setRead({ first, entry: { ...entry, ...data } })
      throw failed
    }
  }
  return { first, entry, send }
}
