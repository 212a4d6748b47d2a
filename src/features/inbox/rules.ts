import * as z from 'zod/mini'
import type { AuditEntry, Json } from '#features/audit/contract.ts'
import { msg } from '#lib/messages.ts'

/** What somebody is told of themselves. Each stands in the inbox under its title. */
export const KINDS = [
  'actionAdded',
  'actionChanged',
  'actionRevoked',
  'actionApproved',
  'actionRejected',
  'appealDecided',
  'appealMessage',
  'claimConfirmed',
  'claimRefused',
  'verificationApproved',
  'verificationRejected',
  'checklistPassed',
  'checklistFailed',
  'mentorAssigned',
  'rosterAdded',
  'rosterPosition',
  'rosterStatus',
  'rosterRemoved',
] as const
export type Kind = (typeof KINDS)[number]

/** Titles say what happened and never why: a reason stands on the page that they lead to. */
export const TITLES = {
  actionAdded: msg('An action was logged about you'),
  actionChanged: msg('An action about you was changed'),
  actionRevoked: msg('An action about you was revoked'),
  actionApproved: msg('An action that you gave was approved'),
  actionRejected: msg('An action that you gave was rejected'),
  appealDecided: msg('Your appeal was decided'),
  appealMessage: msg('There is a message about your appeal'),
  claimConfirmed: msg('A ban in game is linked to your account now'),
  claimRefused: msg('A ban in game was not linked to your account'),
  verificationApproved: msg('Your verification was approved'),
  verificationRejected: msg('Your verification was rejected'),
  checklistPassed: msg('You passed: {list}'),
  checklistFailed: msg('You did not pass: {list}'),
  mentorAssigned: msg('You are the mentor of a trainee now'),
  rosterAdded: msg('You were added to a list: {list}'),
  rosterPosition: msg('You have a new position: {list}'),
  rosterStatus: msg('Your status was changed: {list}'),
  rosterRemoved: msg('You were removed from a list: {list}'),
} as const satisfies Record<Kind, string>

/** Those that lead to the page of what they are about, which only some may read; the others lead to one's own account. */
export const ON_ITS_LIST: readonly Kind[] = [
  'actionApproved',
  'actionRejected',
  'appealDecided',
  'appealMessage',
  'claimConfirmed',
  'claimRefused',
  'rosterAdded',
  'rosterPosition',
  'rosterStatus',
  'mentorAssigned',
]

/** One thing that somebody is told of themselves. */
export interface InboxRow {
  /** Their Discord ID. */
  personId: string
  kind: Kind
  /** What it is about: rows about the same stand together. */
  about: string
}

/** What a change adds to the inboxes of people, and what it takes away because they may no longer see it. */
export interface InboxChange {
  added: InboxRow[]
  dropped: Pick<InboxRow, 'personId' | 'about'>[]
}

// Only what is named here is ever read of a change: reasons and notes have no way into an inbox.
const Action = z.object({
  user: z.nullable(z.string()),
  type: z.string(),
  date: z.string(),
  external_reason: z.nullable(z.string()),
  revoked: z.nullable(z.object({})),
  ends_at: z.optional(z.nullable(z.string())),
  points: z.optional(z.number()),
  points_end_at: z.optional(z.nullable(z.string())),
  /** Of the player record: `site` where it was given here. */
  source: z.optional(z.string()),
  approval: z.optional(z.nullable(z.object({ state: z.string(), due_at: z.nullable(z.string()) }))),
})
const Given = z.object({ admin: z.string() })
const AppealOf = z.object({ user: z.string() })
const VerificationOf = z.object({ userId: z.string() })
const Trainee = z.object({ traineeId: z.string(), completion: z.object({ status: z.string() }) })
const Mentor = z.object({ mentorId: z.nullable(z.string()) })
const Member = z.object({ discordId: z.string(), position: z.string(), status: z.string() })

/** The types of action between staff of each family: without a word for the person they do not see it. */
export type BetweenStaff = Readonly<Record<'staff' | 'players', readonly string[]>>

/**
 * What people are told of one change, from its rows for the audit log. Nobody is told what they did themselves, and a
 * file that was taken over tells nothing: it brings what happened long ago.
 */
export function inboxChangeOf(
  entries: readonly AuditEntry[],
  actorId: string | null,
  betweenStaff: BetweenStaff,
): InboxChange {
  if (entries.some(({ action }) => /^(import|undoImport|fill)/.test(action))) return { added: [], dropped: [] }
  const changes = entries.map((entry) => ofEntry(entry, betweenStaff))
  const added = changes.flatMap((change) => change.added).filter(({ personId }) => personId !== actorId)
  const heard = added.filter(({ kind }) => kind === 'appealDecided').map(({ personId }) => personId)
  return {
    // What an appeal changed of an action is read at the appeal.
    added: added.filter(({ kind, personId }) => !(OF_ACTIONS.includes(kind) && heard.includes(personId))),
    dropped: changes.flatMap(({ dropped }) => dropped),
  }
}

const OF_ACTIONS: readonly Kind[] = ['actionChanged', 'actionRevoked']
const NOTHING: InboxChange = { added: [], dropped: [] }

function ofEntry(entry: AuditEntry, betweenStaff: BetweenStaff): InboxChange {
  const { action, target, before, after } = entry
  const told = (personId: string | null | undefined, kind: Kind | null): InboxChange =>
    personId && kind ? { added: [{ personId, kind, about: target }], dropped: [] } : NOTHING
  if (isAction(target)) {
    const { added, dropped } = ofAction(entry, betweenStaff)
    const issuer = told(read(Given, after)?.admin, DECIDED.get(action) ?? null)
    return { added: [...added, ...issuer.added], dropped }
  }
  switch (action) {
    case 'decideAppeal':
    case 'liftAppealed':
      return told(read(AppealOf, after)?.user, 'appealDecided')
    case 'messageAppellant':
      return told(read(AppealOf, after)?.user, 'appealMessage')
    case 'confirmClaim':
      return told(read(AppealOf, after)?.user, 'claimConfirmed')
    case 'refuseClaim':
      return told(read(AppealOf, after)?.user, 'claimRefused')
    case 'approveVerification':
      return told(read(VerificationOf, after)?.userId, 'verificationApproved')
    case 'rejectVerification':
      return told(read(VerificationOf, after)?.userId, 'verificationRejected')
    case 'changeCompletion': {
      const is = read(Trainee, after)
      const isNew = is?.completion.status !== read(Trainee, before)?.completion.status
      return told(is?.traineeId, isNew ? (OUTCOMES.get(is?.completion.status ?? '') ?? null) : null)
    }
    case 'changeMentor':
      return told(read(Mentor, after)?.mentorId, 'mentorAssigned')
    case 'addRosterMember':
    case 'changeRosterMember':
    case 'removeRosterMember': {
      const [was, is] = [read(Member, before), read(Member, after)]
      return told((is ?? was)?.discordId, ofMember(was, is))
    }
    default:
      return NOTHING
  }
}

const DECIDED = new Map<string, Kind>([
  ['approveAction', 'actionApproved'],
  ['rejectAction', 'actionRejected'],
])

const isAction = (target: string) => /^(staff-da|player-actions)\//.test(target)

const OUTCOMES = new Map<string, Kind>([
  ['Passed', 'checklistPassed'],
  ['Failed', 'checklistFailed'],
])

/** Whatever changed it: what counts is what the person saw of it before and sees of it now. */
function ofAction({ target: about, before, after }: AuditEntry, betweenStaff: BetweenStaff): InboxChange {
  const isStaff = about.startsWith('staff-da/')
  const seen = (value: Json | undefined) => {
    const found = read(Action, value)
    if (found?.user == null) return null
    const { user, type, approval, source, ...fields } = found
    const isGivenHere = isStaff || source === 'site'
    const types = betweenStaff[isStaff ? 'staff' : 'players']
    const isHidden = fields.external_reason === null && (!isGivenHere || types.includes(type))
    // What waits is told where it is in force meanwhile.
    const wasInForce = approval == null || approval.state === 'approved' || approval.due_at !== null
    const { revoked, ...said } = { type, ...fields }
    return isHidden || !wasInForce ? null : { personId: user, isRevoked: revoked !== null, said: JSON.stringify(said) }
  }
  const [was, is] = [seen(before), seen(after)]
  const dropped = was && was.personId !== is?.personId ? [{ personId: was.personId, about }] : []
  const kind =
    is === null
      ? null
      : was?.personId !== is.personId
        ? 'actionAdded'
        : is.isRevoked && !was.isRevoked
          ? 'actionRevoked'
          : is.said === was.said
            ? null
            : 'actionChanged'
  return { added: is && kind ? [{ personId: is.personId, kind, about }] : [], dropped }
}

function ofMember(was: z.infer<typeof Member> | null, is: z.infer<typeof Member> | null): Kind | null {
  if (is === null) return was === null ? null : 'rosterRemoved'
  if (was === null) return 'rosterAdded'
  if (was.position !== is.position) return 'rosterPosition'
  return was.status === is.status ? null : 'rosterStatus'
}

function read<S extends z.core.$ZodType>(schema: S, value: Json | undefined): z.core.output<S> | null {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : null
}

/** The list that a row is about, by the name that begins its targets. */
export const listOf = (about: string) => about.split('/', 1)[0] ?? ''

/** Read ones are kept so long. */
export const READ_KEPT_DAYS = 90
/** Others too: whoever never comes reads none. */
export const UNREAD_KEPT_DAYS = 365

/** What is due first comes first, and what has no deadline stays in its order after that. */
export const dueFirst = <Q extends { dueAt: string | null }>(queues: readonly Q[]): Q[] =>
  queues.toSorted((a, b) => {
    if (a.dueAt === null || b.dueAt === null) return Number(a.dueAt === null) - Number(b.dueAt === null)
    return a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0
  })

/** A row as it is kept. */
interface KeptRow {
  kind: Kind
  about: string
  at: Date
  readAt: Date | null
}

/** Rows about the same thing as one, under the newest; those that hold something new are new. The newest come first. */
export function groupRows<R extends KeptRow>(rows: readonly R[]): { newest: R; isNew: boolean; earlier: number }[] {
  const groups = new Map<string, { newest: R; isNew: boolean; earlier: number }>()
  for (const row of rows) {
    const group = groups.get(row.about)
    if (group === undefined) groups.set(row.about, { newest: row, isNew: row.readAt === null, earlier: 0 })
    else groups.set(row.about, { ...group, isNew: group.isNew || row.readAt === null, earlier: group.earlier + 1 })
  }
  return [...groups.values()]
}

/** What people choose messages for. */
export const LINES = ['mine', 'rank'] as const
export type Line = (typeof LINES)[number]
/** Whether a message in Discord comes at once, or the inbox on the site is all. */
export const MODES = ['now', 'off'] as const
export type Mode = (typeof MODES)[number]

/** The line of a kind: where somebody stands, or what is decided about them. */
export const lineOf = (kind: Kind): Line => (/^(roster|mentor)/.test(kind) ? 'rank' : 'mine')

/** After so many refusals in a row the site writes no more. */
export const MAX_REFUSALS = 3
/**
 * Discord's codes for a person who cannot be written to: their settings, or no server that they share with the bot.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
 */
export const CLOSED_CODES: readonly number[] = [50007, 50278]

/** How messages stand for somebody. */
export const MESSAGE_STATES = ['off', 'testing', 'on', 'stopped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** What is kept of somebody's messages. */
interface KeptMessages {
  testedAt: Date | null
  onSince: Date | null
  refusals: number
}

export function messageState({ testedAt, onSince, refusals }: KeptMessages): MessageState {
  if (testedAt !== null) return 'testing'
  if (onSince !== null) return 'on'
  return refusals >= MAX_REFUSALS ? 'stopped' : 'off'
}

/** What counts for whoever chose nothing. */
export const DEFAULT_MODES: Readonly<Record<Line, Mode>> = { mine: 'now', rank: 'now' }
