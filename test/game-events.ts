import { expect } from 'vitest'
import { addIngestToken } from '#features/ingest/contract.ts'
import type { World } from './world.ts'

/** A warning as a game server reports it. */
export const WARN = {
  id: 'W4AB-2XYZ',
  kind: 'warn' as const,
  target: { discordId: '310000000000000101', name: '^1Nolan ^7Reyes' },
  author: { name: 'mdelgado' },
  reason: 'Drove through an active scene.',
  at: '2026-03-14T18:29:00Z',
}

/** Creates an ingest token for a game server as an owner. */
export async function makeIngestToken(world: World, label = 'City 1') {
  const { status, body } = await world.as.owner(addIngestToken, { body: { label } })
  expect(status).toBe(200)
  return body
}
