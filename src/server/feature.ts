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

/**
 * The interface of a feature to the rest of the site. It is set up with `Deps`. `src/app/features.ts` lists all
 * features.
 */
export interface Feature<Deps = unknown> {
  /** The name of the feature's folder. */
  name: string
  /** The heading of its calls on the API page, in the community's words. Two features may share one. */
  title: string
  endpoints: readonly Endpoint[]
  rooms?: readonly Room[]
  /** The feature's queues of open work, which the inbox counts. */
  queues?: (deps: Deps) => readonly Queue[]
  /** Registers the feature's routes, and its background jobs with the scheduler. */
  setUp?: (deps: Deps) => void
  /**
   * The columns of the feature's tables that hold personal data, for `npm run export-person` and `erase-person`. Every
   * text column must be listed. A test reports columns that are missing.
   */
  personalData?: PersonalData
  /** The feature's texts in the audit log, from its `audit-rules.ts`. The audit log's page reads them there too. */
  audited?: AuditWords
  /** The feature's inbox messages, from its `inbox-rules.ts`. The inbox page reads the titles there too. */
  inbox?: FeatureInbox
  /** The feature's announcements in the community's Discord, from its `announcement-rules.ts`. */
  announced?: AnnouncementRules
  /**
   * Inserts the feature's demo rows into a new database, once. `db/seed.ts` has the rows that need several features.
   */
  seed?: (deps: SeedDeps) => Promise<void>
}

/** A queue of open work. It is counted from the records themselves on every request. */
export interface Queue {
  name: string
  /** The access of the people who can do the work. Nobody else is told about it. */
  access: Access
  /** The part of the site that the queue belongs to. The queue is not counted if the community turns that part off. */
  part?: Part
  /** The name of the waiting things, in the plural. It is shown beside the number. */
  title: PlainMessage
  /** The page where the work is done. Everybody with the queue's access may open it. */
  path: string
  /** The count may change when one of these topics changes. */
  topics: readonly Topic[]
  /**
   * The number of things that wait for this person, without those that they may not do, such as decide about
   * themselves.
   */
  count(actor: Member): Promise<number>
  /** The earliest deadline for this person. A queue without this function has no deadlines. */
  due?: (actor: Member) => Promise<Date | null>
  /** Nobody waits for the work. The inbox shows the queue, but its badge does not count it. */
  isQuiet?: true
}

export interface SeedDeps {
  database: Database
  clock: () => Date
  /** The folder of the demo's files, which are named after their subject: `questions.yaml`. */
  demoDir: string
  /** The people who can sign in to the demo. */
  people: readonly DemoPerson[]
  /** The Discord role that an approved verification gives. Null if it gives none. */
  verifiedRole: string | null
}

/** A person in the demo's Discord. */
export interface DemoPerson {
  id: string
  username: string
  globalName: string | null
  avatar: string | null
  member: { roles: string[]; nick: string | null; avatar: string | null } | null
}
