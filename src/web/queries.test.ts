import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { endpoint, Nothing } from '#lib/endpoint.ts'
import { queriesOfTopic, queryAt, queryOf } from './queries.ts'

const listRoster = endpoint({
  method: 'GET',
  path: '/api/roster',
  access: 'staff',
  topic: 'roster',
  summary: '',
  reply: Nothing,
})
const listWall = endpoint({
  method: 'GET',
  path: '/api/supporters',
  access: 'anyone',
  topic: 'supporters',
  summary: '',
  reply: Nothing,
})
const listHelp = endpoint({ method: 'GET', path: '/api/help', access: 'anyone', summary: '', reply: Nothing })

it('a changed topic invalidates only its queries, and a lost connection those of all topics', async () => {
  const client = new QueryClient()
  const queries = [queryOf(listRoster), queryOf(listHelp), queryAt<typeof listWall>('/api/supporters', 'supporters')]
  for (const query of queries) await client.fetchQuery({ ...query, queryFn: () => 1 })
  const stale = () =>
    queries.filter(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated).map((one) => one.queryKey[0])
  await client.invalidateQueries(queriesOfTopic('roster'))
  expect(stale()).toEqual(['/api/roster'])
  await client.invalidateQueries(queriesOfTopic())
  expect(stale()).toEqual(['/api/roster', '/api/supporters'])
})

it('a query with two topics is invalidated by either', async () => {
  const client = new QueryClient()
  const query = { ...queryOf(listRoster), queryFn: () => 1, meta: { topic: ['roster', 'evidence'] as const } }
  for (const topic of ['roster', 'evidence', 'supporters']) {
    await client.fetchQuery(query)
    await client.invalidateQueries(queriesOfTopic(topic))
    expect(client.getQueryState(query.queryKey)?.isInvalidated).toBe(topic !== 'supporters')
  }
})

it('failed queries are repeated after a lost connection, and not after a changed topic', async () => {
  const client = new QueryClient()
  const down = () => Promise.reject(new Error('down'))
  await expect(client.fetchQuery({ ...queryOf(listHelp), queryFn: down, retry: false })).rejects.toThrow('down')
  const found = (topic?: string) => client.getQueryCache().findAll(queriesOfTopic(topic)).length
  expect(found()).toBe(1)
  expect(found('roster')).toBe(0)
})
