import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOf } from '#web/queries.ts'
import { useLocation } from '#web/router.tsx'
import { listInbox } from '../contract.ts'
import { useReadInbox } from './queries.ts'

/** Marks as read what the address leads to, as a press on its row does: a message in Discord leads here without the inbox. */
export function useReadArrived(): void {
  const { pathname, hash } = useLocation()
  const { data } = useQuery({ ...queryOf(listInbox), enabled: hash !== '' })
  const { mutate } = useReadInbox()
  const about = data?.forYou.find(({ isNew, path }) => isNew && path === pathname + hash)?.about
  useEffect(() => {
    if (about !== undefined) mutate([about])
  }, [about, mutate])
}
