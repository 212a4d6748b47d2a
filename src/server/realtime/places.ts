import type { Duplex } from 'node:stream'
import { HOUSEHOLDS, networkKey, visitorKey } from '../http/limits.ts'

/** Limits the open connections of each visitor, and of each IPv6 /48 to ten times as many. */
export interface Places {
  /** Takes a place until the connection closes. Returns false if none is left. */
  take(ip: string, connection: Duplex): boolean
}

export function createPlaces(perVisitor: number): Places {
  const taken = new Map<string, number>()
  const add = (key: string, count: number) => {
    const now = (taken.get(key) ?? 0) + count
    if (now === 0) taken.delete(key)
    else taken.set(key, now)
  }
  return {
    take: (ip, connection) => {
      const network = networkKey(ip)
      const wanted = [{ key: visitorKey(ip), most: perVisitor }]
      if (network !== null) wanted.push({ key: network, most: perVisitor * HOUSEHOLDS })
      if (connection.destroyed || wanted.some(({ key, most }) => (taken.get(key) ?? 0) >= most)) return false
      for (const { key } of wanted) add(key, 1)
      connection.once('close', () => {
        for (const { key } of wanted) add(key, -1)
      })
      return true
    },
  }
}
