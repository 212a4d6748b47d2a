import { useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import {
  changeMessageSettings,
  countInbox,
  findMessageSettings,
  listInbox,
  type MessageSettings,
  readInbox,
  sendTestMessage,
} from '../contract.ts'

/** The live connection tells of changes at once; this is for when it is lost. */
const POLL_EVERY = 60_000

export const useInbox = () => useQuery({ ...queryOf(listInbox), refetchInterval: POLL_EVERY })

/** Marks what is about these things as read. */
export const useReadInbox = () =>
  useWrite((about: readonly string[]) => call(readInbox, { body: { about: [...about] } }), listInbox, countInbox)

/** Discord's answer comes later, and is told as what is new in the inbox is. */
export const useMessageSettings = () => useQuery({ ...queryOf(findMessageSettings), meta: { topic: 'inbox' } })

/** The time zone of this browser. */
export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export const useSendTestMessage = () =>
  useWrite(() => call(sendTestMessage, { body: { timeZone: deviceZone() } }), findMessageSettings)

export interface SettingsChange {
  isOn?: false
  modes?: Partial<MessageSettings['modes']>
  digestHour?: number
  timeZone?: string
}

export const useChangeMessageSettings = () =>
  useWrite((changes: SettingsChange) => call(changeMessageSettings, { body: changes }), findMessageSettings)
