/*
 * Moving in: an owner imports players, and the actions against them, from another program such as txAdmin. The browser
 * (or `npm run import`) reads the file and sends only the data that is kept here, in one format for all programs.
 * Surprising: the format has no place for hardware ids and IP addresses, so a request that has one is rejected. The
 * list of txAdmin's admins is rejected too, because it has the hashes of their passwords. A dry run comes first and
 * changes nothing.
 */
import * as z from 'zod/mini'
import { DiscordId } from '#lib/discord-id.ts'
import { endpoint } from '#lib/endpoint.ts'
import { msg } from '#lib/messages.ts'

/** The programs from which players can be imported. */
export const SOURCES = ['txadmin', 'easyadmin', 'vmenu', 'zeppelin'] as const

export const ACTION_KINDS = ['note', 'warn', 'kick', 'ban'] as const

/** An identifier of a person, never of their hardware and never an IP address. */
const Identifier = z
  .string(msg('Write a text here.'))
  .check(
    z.regex(
      /^(license2?|steam|fivem|live|xbl|discord):\w{1,64}$/,
      msg('Write an identifier such as license:0123. Hardware IDs and addresses are not accepted.'),
    ),
  )
const identifiers = z.array(Identifier).check(z.maxLength(100))

/** A text as the other program has it, without the characters that no database can store. */
const original = (max: number) =>
  z.string(msg('Write a text here.')).check(
    z.overwrite((value) => value.toWellFormed().replaceAll('\0', '')),
    z.maxLength(max),
  )
const Name = original(1000)
const Reason = original(20_000)
/** These programs have no data from before 2000, and no database accepts the year 0000. */
const When = z.iso.datetime().check(z.refine((at) => at >= '2000', msg('Write a moment from the year 2000 on.')))
const MAX_MINUTES = 1_000_000_000

/** A person as the other program knows them. */
const SourcePerson = z.strictObject({
  identifiers,
  name: z.nullable(Name),
  playMinutes: z.nullable(z.int().check(z.nonnegative(), z.maximum(MAX_MINUTES))),
  firstSeen: z.nullable(When),
  lastSeen: z.nullable(When),
  note: z.nullable(z.strictObject({ text: Reason, by: z.nullable(Name), at: z.nullable(When) })),
})
export type SourcePerson = z.infer<typeof SourcePerson>

const SourceAction = z.strictObject({
  nativeId: original(100).check(z.minLength(1)),
  kind: z.enum(ACTION_KINDS),
  identifiers,
  name: z.nullable(Name),
  /** The reason as it was written there. */
  reason: Reason,
  author: z.strictObject({ name: Name, discordId: z.nullable(DiscordId) }),
  at: When,
  /** The end of a ban. Null when the ban is for good. */
  expiresAt: z.nullable(When),
  isAcknowledged: z.boolean(),
  revoked: z.nullable(z.strictObject({ at: When, by: z.nullable(Name), reason: z.nullable(Reason) })),
})
export type SourceAction = z.infer<typeof SourceAction>

/** An entry that is not imported, by its id or its position (`#3`), and why. */
const Unreadable = z.strictObject({ id: original(200), message: original(1000) })
export type UnreadableEntry = z.infer<typeof Unreadable>

/** The content of a file of another program, in one format for all programs. */
export const SourceHistory = z.strictObject({
  source: z.enum(SOURCES),
  version: z.nullable(original(100)),
  people: z.array(SourcePerson),
  actions: z.array(SourceAction),
  unreadable: z.array(Unreadable),
  /** Fields that are unknown and not read, such as `players[].shoeSize`. */
  unknownFields: z.array(original(200)),
})
export type SourceHistory = z.infer<typeof SourceHistory>

/** The decisions of a person about a file. */
const MoveInDecisions = z.strictObject({
  /**
   * By the identifier of each question, the Discord account of a person for whom several are known. `none`: none of
   * them.
   */
  accounts: z.record(original(300), z.union([z.literal('none'), DiscordId])),
  /** Entries from before this day are left out. */
  olderThan: z.nullable(z.iso.date()),
})
export type MoveInDecisions = z.infer<typeof MoveInDecisions>

const ADMINS_FILE = msg(
  'This is the list of txAdmin’s admins, with the hashes of their passwords. Do not send it: drop it on the page, which reads it in your browser.',
)
const holdsPasswords = (sent: unknown) =>
  Array.isArray(sent) && sent.some((one) => typeof one === 'object' && one !== null && 'password_hash' in one)

export const MoveInDraft = z.strictObject(
  {
    file: z.strictObject({
      name: original(300).check(z.minLength(1)),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
    history: SourceHistory,
    decisions: MoveInDecisions,
  },
  { error: ({ input }) => (holdsPasswords(input) ? ADMINS_FILE : undefined) },
)
export type MoveInDraft = z.infer<typeof MoveInDraft>

const Counts = z.object({ new: z.int(), same: z.int(), changed: z.int() })

/** The result of an import or of its dry run. `new`, `same` and `changed` count people and actions together. */
export const MoveInReport = z.object({
  source: z.enum(SOURCES),
  version: z.nullable(z.string()),
  ...Counts.shape,
  unreadable: z.array(z.object({ id: z.string(), message: z.string() })),
  people: Counts,
  actions: Counts,
  /** Licenses and names with several accounts. Each must be answered before the import. Answered ones are left out. */
  questions: z.array(
    z.object({
      identifier: z.string(),
      names: z.array(z.string()),
      accounts: z.array(z.object({ id: z.string(), name: z.nullable(z.string()) })),
    }),
  ),
  /**
   * The number of new actions that will soon be removed again, because they ended longer ago than `days`, the time for
   * which actions against players are kept.
   */
  outdated: z.nullable(z.object({ actions: z.int(), days: z.int() })),
  /** How the people of the file were matched to people whom the site knows. */
  matched: z.object({ byId: z.int(), byLicence: z.int(), byName: z.int(), none: z.int() }),
})
export type MoveInReport = z.infer<typeof MoveInReport>

/** A database of 100,000 players has about 50 MB. Only owners can send bodies of this size. */
const MAX_BYTES = 64 * 1024 * 1024

export const moveIn = endpoint({
  method: 'POST',
  path: '/api/move-in',
  access: 'owner',
  summary:
    'Imports players and the actions against them from another program, all or none. With dryRun=true, nothing is stored and the report states what would change. An import returns 409 while a question of the report has no answer.',
  query: z.strictObject({
    dryRun: z.pipe(
      z._default(z.enum(['true', 'false'], msg('Write true or false.')), 'false'),
      z.transform((value) => value === 'true'),
    ),
  }),
  body: MoveInDraft,
  bodyLimit: MAX_BYTES,
  reply: MoveInReport,
})

export const endpoints = [moveIn]
