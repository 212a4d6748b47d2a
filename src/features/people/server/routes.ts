import type { Directory } from '#features/auth/server/directory-store.ts'
import { type Access, allows, type Staff } from '#lib/access.ts'
import type { Serve } from '#server/http/serve.ts'
import {
  type ChecklistPlace,
  findPerson,
  type PersonRecord,
  type RosterPlace,
  type TimelineEntry,
} from '../contract.ts'
import { timelineOf } from '../rules.ts'

/** A list that may have data about a person: who may read it, and what it tells that reader. */
export interface PersonList<Summary> {
  access: Access
  /** Null when the list has nothing about the person. */
  find(reader: Staff, id: string): Promise<{ summary: Summary; events: TimelineEntry[] } | null>
}

/** The lists of the community, each in its order. */
export interface PersonLists {
  rosters: readonly PersonList<RosterPlace>[]
  checklists: readonly PersonList<ChecklistPlace>[]
  actions: PersonList<PersonRecord & { name: string | null }>
  playerActions: PersonList<PersonRecord & { name: string | null }>
}

export interface PeopleRoutesDeps {
  serve: Serve
  directory: Pick<Directory, 'show'>
  personLists: PersonLists
}

/** Serves one person, from every list that the caller may read. */
export function peopleRoutes({ serve, directory, personLists }: PeopleRoutesDeps): void {
  serve.call(findPerson)(async ({ actor, params: { id } }) => {
    const read = async <Summary>(lists: readonly PersonList<Summary>[]) => {
      const readable = lists.filter(({ access }) => allows(access, actor))
      const answers = await Promise.all(readable.map((list) => list.find(actor, id)))
      return answers.filter((answer) => answer !== null)
    }
    const [known, rosters, checklists, [actions], [playerActions]] = await Promise.all([
      directory.show(id),
      read(personLists.rosters),
      read(personLists.checklists),
      read([personLists.actions]),
      read([personLists.playerActions]),
    ])
    const places = [...rosters, ...checklists].map(({ summary }) => summary.name)
    return {
      item: {
        id,
        name: known?.name ?? places[0] ?? actions?.summary.name ?? playerActions?.summary.name ?? null,
        other_names: known?.otherNames ?? [],
        avatar: known?.avatarUrl ?? null,
        rosters: rosters.map(({ summary }) => summary),
        checklists: checklists.map(({ summary }) => summary),
        record: actions?.summary ?? null,
        player_record: playerActions?.summary ?? null,
        timeline: timelineOf(
          [...rosters, ...checklists, ...(actions ? [actions] : [])].flatMap(({ events }) => events),
        ),
      },
    }
  })
}
