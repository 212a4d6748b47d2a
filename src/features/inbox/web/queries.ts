import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/queries.ts'
import { listInbox } from '../contract.ts'

/** The live connection tells of changes at once; this is for when it is lost. */
const POLL_EVERY = 60_000

export const useInbox = () => useQuery({ ...queryOf(listInbox), refetchInterval: POLL_EVERY })
