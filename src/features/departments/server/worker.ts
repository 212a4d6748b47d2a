import type { Directory } from '#features/auth/server/directory-store.ts'
import { MINUTE } from '#lib/dates.ts'
import type { Changes } from '#server/changes.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { LeadershipFile } from '../contract.ts'

const READ_EVERY = 10 * MINUTE

export interface FacesDeps {
  directory: Pick<Directory, 'picturesOf'>
  scheduler: Scheduler
  changes: Changes
}

/**
 * Gives the pictures of the leaders, by their Discord IDs. Leaders sign in and change their pictures, which no list tells
 * of: they are looked up again from time to time, and the home page is made anew where one is another.
 */
export function watchFaces({ directory, scheduler, changes }: FacesDeps, team: LeadershipFile['team']) {
  const ids = team.flatMap(({ discordId }) => discordId ?? [])
  let shown = ''
  const read = async () => {
    const pictures = (await directory.picturesOf(ids)) ?? {}
    shown = JSON.stringify(pictures)
    return pictures
  }
  if (ids.length > 0) {
    scheduler.add({
      name: "looking up the leaders' pictures",
      runsIn: 'every process',
      every: READ_EVERY,
      startsAfter: READ_EVERY,
      work: async () => {
        const before = shown
        await read()
        if (shown !== before) changes.announce('leadership')
        return undefined
      },
    })
  }
  return read
}
