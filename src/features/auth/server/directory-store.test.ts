import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createChanges } from '#server/changes.ts'
import { silentLog, testDatabase } from '#test/database.ts'
import { createDirectory, type ListedPerson } from './directory-store.ts'

const ID = '310000000000000101'

it('the directory has the newest name after two roster changes, even if the first read takes longer', async () => {
  const database = await testDatabase()
  let name = 'Nolan'
  const held: (() => void)[] = []
  const read = async (): Promise<ListedPerson[]> => {
    const people = [{ id: ID, name, callsign: null, position: null }]
    if (name === 'Nolan R.') await new Promise<void>((resolve) => held.push(resolve))
    return people
  }
  const changes = createChanges()
  const directory = await createDirectory({
    database,
    discord: { avatarUrl: () => '', guildMember: async () => null, members: () => null, report: () => undefined },
    changes,
    log: silentLog,
    clock: () => new Date(0),
    lists: [{ topic: 'roster', read }],
  })
  let renamed = 0
  directory.onRename(() => {
    renamed += 1
  })
  name = 'Nolan R.'
  changes.announce('roster')
  await turn()
  name = 'Nolan Reyes'
  changes.announce('roster')
  const shown = directory.show(ID)
  await turn()
  for (const release of held) release()
  expect((await shown)?.name).toBe('Nolan Reyes')
  expect(directory.nameOf({ id: ID, nick: null, globalName: null, username: 'nolan' })).toBe('Nolan Reyes')
  expect(renamed).toBe(1)
  await database.close()
})
