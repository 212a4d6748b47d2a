import type { Directory } from '#features/auth/server/directory-store.ts'
import { MINUTE } from '#lib/dates.ts'
import type { Changes } from '#server/changes.ts'
import type { Scheduler } from '#server/processes/scheduler.ts'
import type { LeadershipFile } from '../contract.ts'

const READ_EVERY = 10 * MINUTE

export interface AvatarDeps {
  directory: Pick<Directory, 'picturesOf'>
  scheduler: Scheduler
  changes: Changes
}

/**
 * Returns a function that reads the leaders' avatars by Discord ID. No event tells when a leader signs in or changes
 * the avatar. A worker therefore reads them again every 10 minutes, and announces `leadership` if one changed.
 */
export function watchLeaderAvatars({ directory, scheduler, changes }: AvatarDeps, team: LeadershipFile['team']) {
  const ids = team.flatMap(({ discordId }) => discordId ?? [])
  let lastRead = ''
  const read = async () => {
    const pictures = (await directory.picturesOf(ids)) ?? {}
    lastRead = JSON.stringify(pictures)
    return pictures
  }
  if (ids.length > 0) {
    scheduler.add({
      name: "looking up the leaders' pictures",
      runsIn: 'every process',
      every: READ_EVERY,
      startsAfter: READ_EVERY,
      work: async () => {
        const before = lastRead
        await read()
        if (lastRead !== before) changes.announce('leadership')
        return undefined
      },
    })
  }
  return read
}
