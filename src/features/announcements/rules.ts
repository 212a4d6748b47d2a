import * as z from 'zod/mini'
import type { AuditEntry, Json } from '#features/audit/contract.ts'

/** What is announced, each with what its words may say. All may say `{link}`: where it stands on the site. */
const PLACEHOLDERS_OF = {
  actionLogged: ['type', 'name', 'by'],
  actionsImported: ['count', 'by'],
  trialModPassed: ['checklist', 'name', 'by'],
  trialModFailed: ['checklist', 'name', 'by'],
  trialModsImported: ['checklist', 'passed', 'failed', 'by'],
  checklistPassed: ['checklist', 'name', 'by'],
  checklistFailed: ['checklist', 'name', 'by'],
  checklistImported: ['checklist', 'passed', 'failed', 'by'],
  rosterMemberAdded: ['roster', 'name', 'position', 'by'],
  rosterMemberChanged: ['roster', 'name', 'changes', 'by'],
  rosterMemberRemoved: ['roster', 'name', 'position', 'by'],
  rosterImported: ['roster', 'added', 'changed', 'by'],
  verificationWaiting: [],
} as const

export type EventName = keyof typeof PLACEHOLDERS_OF

export const WEBHOOK_NAME = /^DISCORD_WEBHOOK_[A-Z0-9_]+$/
const PLACEHOLDER = /\{([^{}]*)\}/g
/** Names and a link come on top, and Discord takes 2,000 characters. */
const MAX_WORDS = 500

const oneEvent = (placeholders: readonly string[]) => {
  const known = [...placeholders, 'link']
  const isKnown = (words: string) => [...words.matchAll(PLACEHOLDER)].every(([, name]) => known.includes(name ?? ''))
  return z.optional(
    z.strictObject({
      webhook: z
        .string()
        .check(z.regex(WEBHOOK_NAME, 'the name of a variable of the environment, such as DISCORD_WEBHOOK_STAFF')),
      words: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'the words to post'),
          z.maxLength(MAX_WORDS, `at most ${MAX_WORDS} characters`),
          z.refine(isKnown, `these words may only name ${known.map((name) => `{${name}}`).join(', ')}`),
        ),
    }),
  )
}

/** What `community/announcements.yaml` holds: for each event the channel and the words; what is left out is silent. */
export const Announcements = z.strictObject({
  actionLogged: oneEvent(PLACEHOLDERS_OF.actionLogged),
  actionsImported: oneEvent(PLACEHOLDERS_OF.actionsImported),
  trialModPassed: oneEvent(PLACEHOLDERS_OF.trialModPassed),
  trialModFailed: oneEvent(PLACEHOLDERS_OF.trialModFailed),
  trialModsImported: oneEvent(PLACEHOLDERS_OF.trialModsImported),
  checklistPassed: oneEvent(PLACEHOLDERS_OF.checklistPassed),
  checklistFailed: oneEvent(PLACEHOLDERS_OF.checklistFailed),
  checklistImported: oneEvent(PLACEHOLDERS_OF.checklistImported),
  rosterMemberAdded: oneEvent(PLACEHOLDERS_OF.rosterMemberAdded),
  rosterMemberChanged: oneEvent(PLACEHOLDERS_OF.rosterMemberChanged),
  rosterMemberRemoved: oneEvent(PLACEHOLDERS_OF.rosterMemberRemoved),
  rosterImported: oneEvent(PLACEHOLDERS_OF.rosterImported),
  verificationWaiting: oneEvent(PLACEHOLDERS_OF.verificationWaiting),
})
export type Announcements = z.infer<typeof Announcements>

/** The channels that are named, each once. */
export function webhooksIn(announcements: Announcements): string[] {
  return [...new Set(Object.values(announcements).map(({ webhook }) => webhook))]
}

/** Something that happened, with nothing in it that a reader of the channel may not see. */
export type AnnouncedEvent = {
  [E in EventName]: {
    event: E
    placeholders: Record<(typeof PLACEHOLDERS_OF)[E][number], string>
    /** Where it stands on the site. */
    path: string
    /** Discord ID of the person whom the words name. */
    about: string | null
    /** The checklist that the status of this person stands on, where the words tell of that. */
    list?: string
    /** What it undoes: where that still waits to be told, neither is. */
    undoes?: AnnouncedEvent | null
    /** It only undoes, and is never told itself. */
    isSilent?: boolean
    /** It is told only in place of what it undoes, where that still waits. */
    isInstead?: boolean
  }
}[EventName]

// Only what is named here is ever read of a change: reasons and notes have no way into a message.
const Action = z.object({
  id: z.int(),
  user: z.string(),
  user_name: z.string(),
  type: z.string(),
  admin_name: z.string(),
  external_reason: z.nullable(z.unknown()),
  revoked: z.nullable(z.unknown()),
  approval: z.optional(z.nullable(z.object({ state: z.string(), due_at: z.nullable(z.string()) }))),
})
const Trainee = z.object({
  traineeId: z.string(),
  trialMod: z.object({ name: z.string() }),
  completion: z.object({ status: z.string() }),
})
const Member = z.object({
  discordId: z.string(),
  name: z.string(),
  callsign: z.nullable(z.string()),
  position: z.string(),
  status: z.string(),
})
const VerificationStatus = z.object({ status: z.string() })
const Counts = z.object({ added: z.int(), changed: z._default(z.int(), 0) })

/** What each roster and checklist is called and where it stands, by the name that begins its targets. */
export type ListPlaces = Readonly<Record<string, { title: string; path: string }>>

/** The types of action between staff of each family: without a word for the person they do not see it. */
export type BetweenStaff = Readonly<Record<'staff' | 'players', readonly string[]>>

/** What the community says of what is announced. */
interface Settings {
  places: ListPlaces
  betweenStaff: BetweenStaff
}

const ACTIONS = '/staff-da-database'
const PLAYER_ACTIONS = '/player-record'

/**
 * What is worth announcing of one change, told from its rows for the audit log. A spreadsheet that was taken over is
 * one event, however many rows it had; members of a roster who were changed together are none.
 */
export function eventsIn(entries: readonly AuditEntry[], by: string, settings: Settings): AnnouncedEvent[] {
  const { places } = settings
  const sheet = entries.find(({ action }) => action.startsWith('import'))
  if (sheet !== undefined) return listOf(ofImport(sheet, entries, by, places))
  const events = entries.flatMap((entry) => listOf(ofEntry(entry, by, settings)))
  // Nobody wants a message for each of several who were changed at once.
  const areSeveral = events.filter(({ event }) => event === 'rosterMemberChanged').length > 1
  // The words name nobody, so that once says it all.
  const [waits] = events.filter(({ event }) => event === 'verificationWaiting')
  return events.filter(
    (each) =>
      (each.event !== 'verificationWaiting' || each === waits) && !(each.event === 'rosterMemberChanged' && areSeveral),
  )
}

/** What is told of a status: it is dropped when the status changes before. */
export const STATUS_EVENTS: readonly EventName[] = [
  ...(['trialModPassed', 'trialModFailed', 'checklistPassed', 'checklistFailed'] as const),
]
/** What may be undone: it waits to be told until that is over. */
export const UNDOABLE: readonly EventName[] = [
  'actionLogged',
  ...STATUS_EVENTS,
  ...(['rosterMemberAdded', 'rosterMemberChanged', 'rosterMemberRemoved'] as const),
]

/** The targets whose status is another now, so that what still waits to be told of the one before is no longer true. */
export function statusesChangedIn(entries: readonly AuditEntry[]): string[] {
  return entries.flatMap(({ target, before, after }) => {
    const [was, is] = [read(Trainee, before), read(Trainee, after)]
    return was && was.completion.status !== is?.completion.status ? [target] : []
  })
}

function ofEntry(
  { action, target, before, after }: AuditEntry,
  by: string,
  { places, betweenStaff }: Settings,
): AnnouncedEvent | null {
  const list = kindOf(target)
  const place = places[list]
  switch (action) {
    case 'addAction':
    case 'reviseAction':
    case 'revokeAction':
    case 'approveAction':
    case 'rejectAction':
    case 'undoAddAction': {
      const [was, is] = [before, after].map((action) => ofAction(read(Action, action), list, betweenStaff))
      if (!was || !is) return is ?? (was ? { ...was, undoes: was, isSilent: true } : null)
      const isSame = was.about === is.about && JSON.stringify(was.placeholders) === JSON.stringify(is.placeholders)
      return isSame ? null : { ...is, undoes: was, isInstead: true }
    }
    case 'changeCompletion': {
      const [was, is] = [read(Trainee, before), read(Trainee, after)]
      const outcome = was && is && outcomeOf(was, is)
      if (!outcome || place === undefined) return null
      return {
        event: eventsOf(list)[outcome],
        placeholders: { checklist: place.title, name: is.trialMod.name, by },
        path: `${place.path}?archived=true`,
        about: is.traineeId,
        list,
      }
    }
    case 'addRosterMember':
    case 'changeRosterMember':
    case 'removeRosterMember': {
      const [was, is] = [read(Member, before), read(Member, after)]
      const told = ofMember(place, was, is, by)
      return told && { ...told, undoes: ofMember(place, is, was, by) }
    }
    case 'receiveVerification': {
      const waits =
        read(VerificationStatus, after)?.status === 'verified' &&
        read(VerificationStatus, before)?.status !== 'verified'
      return waits ? { event: 'verificationWaiting', placeholders: {}, path: '/verifications', about: null } : null
    }
    default:
      return null
  }
}

/** An action as it is told once it is in force: also the person it is about may read the channel. */
function ofAction(
  action: z.infer<typeof Action> | null,
  list: string,
  betweenStaff: BetweenStaff,
): AnnouncedEvent | null {
  if (action === null || action.revoked !== null) return null
  const { id, user, user_name: name, type, admin_name, approval } = action
  const isForPlayers = list === 'player-actions'
  const isBetweenStaff =
    action.external_reason === null && betweenStaff[isForPlayers ? 'players' : 'staff'].includes(type)
  const isNotYetInForce = approval?.state === 'waiting' && approval.due_at === null
  if (isBetweenStaff || isNotYetInForce) return null
  const path = `${isForPlayers ? PLAYER_ACTIONS : ACTIONS}?entry=${id}`
  return { event: 'actionLogged', placeholders: { type, name, by: admin_name }, path, about: user }
}

type MemberFields = z.infer<typeof Member>

function ofMember(
  place: ListPlaces[string] | undefined,
  was: MemberFields | null,
  is: MemberFields | null,
  by: string,
): AnnouncedEvent | null {
  const one = is ?? was
  if (place === undefined || one === null) return null
  const { title: roster, path } = place
  const { name, position, discordId: about } = one
  if (was === null) return { event: 'rosterMemberAdded', placeholders: { roster, name, position, by }, path, about }
  if (is === null) return { event: 'rosterMemberRemoved', placeholders: { roster, name, position, by }, path, about }
  const fields = ['name', 'callsign', 'position', 'status'] as const
  const changes = fields
    .filter((field) => was[field] !== is[field])
    .map((field) => `${field} ${was[field] ?? 'none'} → ${is[field] ?? 'none'}`)
    .join(', ')
  return changes === ''
    ? null
    : { event: 'rosterMemberChanged', placeholders: { roster, name: was.name, changes, by }, path, about }
}

function ofImport(
  { action, target, after }: AuditEntry,
  entries: readonly AuditEntry[],
  by: string,
  places: ListPlaces,
): AnnouncedEvent | null {
  const counts = read(Counts, after)
  const place = places[target]
  if (counts === null) return null
  const [added, changed] = [String(counts.added), String(counts.changed)]
  switch (action) {
    case 'importActions':
      return { event: 'actionsImported', placeholders: { count: added, by }, path: ACTIONS, about: null }
    case 'importTrialMods': {
      const outcomes = entries.map((entry) => {
        const [was, is] = [read(Trainee, entry.before), read(Trainee, entry.after)]
        return was && is && outcomeOf(was, is)
      })
      const [passed, failed] = OUTCOMES.map((outcome) => outcomes.filter((each) => each === outcome).length)
      if (place === undefined || (!passed && !failed)) return null
      const placeholders = { checklist: place.title, passed: String(passed), failed: String(failed), by }
      return { event: eventsOf(target).imported, placeholders, path: `${place.path}?archived=true`, about: null }
    }
    case 'importRoster': {
      if (place === undefined || counts.added + counts.changed === 0) return null
      const { title: roster, path } = place
      return { event: 'rosterImported', placeholders: { roster, added, changed, by }, path, about: null }
    }
    default:
      return null
  }
}

const OUTCOMES = ['Passed', 'Failed'] as const

/** The outcome that a change leads to; null where it leads to none. */
function outcomeOf(was: z.infer<typeof Trainee>, is: z.infer<typeof Trainee>) {
  const { status } = is.completion
  return status === was.completion.status ? null : (OUTCOMES.find((outcome) => outcome === status) ?? null)
}

/** The checklist of the trial moderators has events of its own, so that its channel and words can be others. */
const eventsOf = (list: string) =>
  list === 'trialmods'
    ? ({ Passed: 'trialModPassed', Failed: 'trialModFailed', imported: 'trialModsImported' } as const)
    : ({ Passed: 'checklistPassed', Failed: 'checklistFailed', imported: 'checklistImported' } as const)

function read<S extends z.core.$ZodType>(schema: S, value: Json | undefined): z.core.output<S> | null {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : null
}

const listOf = <T>(one: T | null): T[] => (one === null ? [] : [one])
const kindOf = (target: string) => target.split('/')[0] ?? ''

/** Discord takes no more characters of a message. */
const MAX_CHARACTERS = 2000
/** Of one value, so that the link still stands after the longest. */
const MAX_OF_A_VALUE = 300

/** The message as it is posted: the community's words, filled in with what may not format or mention anything. */
export function messageOf(words: string, { placeholders, path }: AnnouncedEvent, origin: string): string {
  const values: Record<string, string> = placeholders
  const filled = words.replace(PLACEHOLDER, (whole, name: string) =>
    name === 'link' ? `${origin}${path}` : plain(cut(values[name] ?? whole, MAX_OF_A_VALUE)),
  )
  return cut(filled, MAX_CHARACTERS)
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

/**
 * A text as it reads, whatever Discord would make of it: a backslash before a sign takes away what it means
 * (https://support.discord.com/hc/en-us/articles/210298617). Nothing that cannot be seen, and one line.
 */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
