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

/** How often (ms) to reload while the live connection is lost. It normally reports changes at once. */
const POLL_EVERY = 60_000

export const useInbox = () => useQuery({ ...queryOf(listInbox), refetchInterval: POLL_EVERY })

/** Marks all messages about these records as read. */
export const useReadInbox = () =>
  useWrite((about: readonly string[]) => call(readInbox, { body: { about: [...about] } }), listInbox, countInbox)

/** Discord's answer arrives later. It is announced under the topic of the inbox. */
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
