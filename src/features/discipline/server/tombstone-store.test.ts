import { expect, it } from 'vitest'
import { useSharedWorld } from '#test/world.ts'

const world = useSharedWorld()

it.each(['disciplinary_revisions', 'player_revisions'])(
  'the former person concerned is found through an index of %s, because each view of the audit log needs it',
  async (table) => {
    const plan = await world().database.withoutTimeout(async (client) => {
      await client.query('set enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select action_id from ${table} where user_id = '310000000000000001'`,
      )
      await client.query('reset enable_seqscan')
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('Index Cond: (user_id =')
  },
)
