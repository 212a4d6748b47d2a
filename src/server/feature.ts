import type { Access, Member } from '#lib/access.ts'
import type { AnnouncementRules } from '#lib/announcements.ts'
import type { AuditWords } from '#lib/audit-words.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { FeatureInbox } from '#lib/inbox.ts'
import type { PlainMessage } from '#lib/messages.ts'
import type { Part } from '#lib/part.ts'
import type { Room } from '#lib/room.ts'
import type { Topic } from '#lib/topics.ts'
import type { Database } from './database/database.ts'
import type { PersonalData } from './database/person.ts'

/** What the rest of the site must know of a feature, which needs `Deps`. `src/app/features.ts` folds the list of them. */
export interface Feature<Deps = unknown> {
  /** Its folder. */
  name: string
  /** What its calls are about, in the community's words: a heading of the API page. Two may share one. */
  title: string
  endpoints: readonly Endpoint[]
  rooms?: readonly Room[]
  /** What waits here for somebody, which the inbox counts. */
  queues?: (deps: Deps) => readonly Queue[]
  /** Puts it on the site: its routes, and its background jobs on the scheduler. */
  setUp?: (deps: Deps) => void
  /**
   * Which columns of its tables hold something of a person: `npm run export-person` and `erase-person` go by it. Every
   * column with text stands here; a test names the one that was forgotten.
   */
  personalData?: PersonalData
  /** What it writes into the audit log, out of its `audit-rules.ts`: the page of the log finds the words there. */
  audited?: AuditWords
  /** What it tells people of themselves, out of its `inbox-rules.ts`: the inbox finds the titles there. */
  inbox?: FeatureInbox
  /** What it announces in the community's Discord, out of its `announcement-rules.ts`. */
  announced?: AnnouncementRules
  /** Fills a fresh database of the demo with rows of this feature, once. What needs several features is in `db/seed.ts`. */
  seed?: (deps: SeedDeps) => Promise<void>
}

/** Something that waits until somebody does it. It is counted from what is there, each time anew. */
export interface Queue {
  name: string
  /** Who can do something about it; nobody else is told. */
  access: Access
  /** What belongs to a part that the community turned off does not wait. */
  part?: Part
  /** What waits, in the plural: it stands beside the number. */
  title: PlainMessage
  /** Where it is done: a page that all with this access may open. */
  path: string
  /** The count may be another when one of them changed. */
  topics: readonly Topic[]
  /** How many wait for this person. What they may not do themselves, as decide about themselves, does not. */
  count(actor: Member): Promise<number>
  /** When the first of them is due for this person. A queue without it has no deadline. */
  due?: (actor: Member) => Promise<Date | null>
  /** Nobody is kept waiting by it: it stands in the inbox, and the badge does not count it. */
  isQuiet?: true
}

export interface SeedDeps {
  database: Database
  clock: () => Date
  /** The folder of the demo's files, by what the feature is about: `questions.yaml`. */
  demoDir: string
  /** Who can sign in to the demo. */
  people: readonly DemoPerson[]
  /** The Discord role that an approved verification gives, null for none. */
  verifiedRole: string | null
}

/** Somebody of the demo's Discord. */
export interface DemoPerson {
  id: string
  username: string
  globalName: string | null
  avatar: string | null
  member: { roles: string[]; nick: string | null; avatar: string | null } | null
}
