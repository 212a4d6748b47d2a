import { useQuery } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import { countInbox, listInbox, readInbox } from '../contract.ts'

/** The live connection tells of changes at once; this is for when it is lost. */
const POLL_EVERY = 60_000

export const useInbox = () => useQuery({ ...queryOf(listInbox), refetchInterval: POLL_EVERY })

/** Marks what is about these things as read. */
export const useReadInbox = () =>
  useWrite((about: readonly string[]) => call(readInbox, { body: { about: [...about] } }), listInbox, countInbox)
