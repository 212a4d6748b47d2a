import * as z from 'zod/mini'
import { DiscordId } from '#lib/discord-id.ts'
import type { Kind } from './kind-rules.ts'

/** One thing that somebody is told of themselves. */
export interface InboxRow {
  /** Their Discord ID. */
  personId: string
  kind: Kind
  /** What it is about: rows about the same stand together. */
  about: string
}

/** One row of a change, as the audit log has it. */
interface Change {
  action: string
  target: string
  before?: unknown
  after?: unknown
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
/** Who gave an action, and who changed it since. */
const Given = z.object({ admin: z.string(), revised_by: z._default(z.array(z.string()), []) })
/** Of an action that no account gave, as one from the game, nobody is told. */
const Appealed = z.object({ issuer: DiscordId })
const AppealOf = z.object({ user: z.string(), state: z.optional(z.string()) })
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
  entries: readonly Change[],
  actorId: string | null,
  betweenStaff: BetweenStaff,
): InboxChange {
  if (isOfFile(entries)) return NOTHING
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

/** Whether a change takes a file over, or takes that back. */
export const isOfFile = (entries: readonly Change[]) =>
  entries.some(({ action }) => /^(import|undoImport|fill)/.test(action))

export const UNDOABLE: readonly string[] = [
  'addRosterMember',
  'changeRosterMember',
  'removeRosterMember',
  'changeCompletion',
  'undoCompletion',
  'changeMentor',
  'reviseAction',
]

/** What a page offers to undo, or undoes: it is told once that is over, as what came of it in the end. */
export const isUndoable = ({ action }: Pick<Change, 'action'>) => UNDOABLE.includes(action)

/** What was done to one thing and may have been undone since, as one change; null of nothing. */
export function inTheEnd<E extends Change & { actorId: string | null }>(
  entries: readonly E[],
): (Change & Pick<E, 'actorId'>) | null {
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) return null
  // What several did nobody did alone: it is told to each of them.
  const actorId = entries.every((entry) => entry.actorId === first.actorId) ? first.actorId : null
  const { action, target, after } = last
  return { action, target, before: first.before, after, actorId }
}

function ofEntry(entry: Change, betweenStaff: BetweenStaff): InboxChange {
  const { action, target, before, after } = entry
  const told = (personId: string | null | undefined, kind: Kind | null, about = target): InboxChange =>
    personId && kind ? { added: [{ personId, kind, about }], dropped: [] } : NOTHING
  if (isAction(target)) {
    const user = action === 'undoAddAction' ? read(Action, before)?.user : undefined
    if (user) return { added: [], dropped: [{ personId: user, about: target }] }
    const { added, dropped } = ofAction(entry, betweenStaff)
    const given = read(Given, after)
    const decided = DECIDED.get(action)
    if (given === null || decided === undefined) return { added, dropped }
    const others = given.revised_by.filter((id) => id !== given.admin)
    const issuer = told(given.admin, decided.given).added
    return { added: [...added, ...issuer, ...others.flatMap((id) => told(id, decided.revised).added)], dropped }
  }
  const given = { personId: read(Appealed, after)?.issuer, about: `given-${target}` }
  const isOwn = given.personId !== undefined && given.personId === read(AppealOf, after)?.user
  const toIssuer = (kind: Kind) => (isOwn ? NOTHING : told(given.personId, kind, given.about))
  switch (action) {
    case 'addAppeal':
      return toIssuer('givenAppealed')
    case 'withdrawAppeal':
      return toIssuer('givenAppealEnded')
    case 'decideAppeal':
      return both(told(read(AppealOf, after)?.user, 'appealDecided'), toIssuer('givenAppealEnded'))
    case 'askIssuer':
      return toIssuer('statementAsked')
    case 'addStatement':
      // What they were asked is answered.
      return given.personId ? { added: [], dropped: [{ personId: given.personId, about: given.about }] } : NOTHING
    case 'liftAppealed': {
      const is = read(AppealOf, after)
      return told(is?.user, is?.state === 'decided' ? 'appealDecided' : 'appealReduced')
    }
    case 'closeAppeal':
      return both(told(read(AppealOf, after)?.user, 'appealClosed'), toIssuer('givenAppealEnded'))
    case 'closeLiftTask':
      return told(read(AppealOf, after)?.user, 'banLifted')
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
    case 'changeCompletion':
    case 'undoCompletion': {
      const is = read(Trainee, after)
      const isNew = is?.completion.status !== read(Trainee, before)?.completion.status
      return told(is?.traineeId, isNew ? (OUTCOMES.get(is?.completion.status ?? '') ?? null) : null)
    }
    case 'changeMentor': {
      const mentor = read(Mentor, after)?.mentorId
      return told(mentor, mentor === read(Mentor, before)?.mentorId ? null : 'mentorAssigned')
    }
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

const both = (one: InboxChange, other: InboxChange): InboxChange => ({
  added: [...one.added, ...other.added],
  dropped: [...one.dropped, ...other.dropped],
})

const DECIDED = new Map<string, { given: Kind; revised: Kind }>([
  ['approveAction', { given: 'actionApproved', revised: 'revisionApproved' }],
  ['rejectAction', { given: 'actionRejected', revised: 'revisionRejected' }],
])

export const isAction = (target: string) => /^(staff-da|player-actions)\//.test(target)

const OUTCOMES = new Map<string, Kind>([
  ['Passed', 'checklistPassed'],
  ['Failed', 'checklistFailed'],
])

/** Whatever changed it: what counts is what the person saw of it before and sees of it now. */
function ofAction({ target: about, before, after }: Change, betweenStaff: BetweenStaff): InboxChange {
  const isStaff = about.startsWith('staff-da/')
  const seen = (value: unknown) => {
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

/** Whether an action was about this person and is about somebody else now: for them there is none any more. */
export function isTakenFrom(personId: string, { target, before, after }: Change): boolean {
  const userIn = (value: unknown) => read(Action, value)?.user
  return isAction(target) && userIn(before) === personId && userIn(after) !== personId
}

function ofMember(was: z.infer<typeof Member> | null, is: z.infer<typeof Member> | null): Kind | null {
  if (is === null) return was === null ? null : 'rosterRemoved'
  if (was === null) return 'rosterAdded'
  if (was.position !== is.position) return 'rosterPosition'
  return was.status === is.status ? null : 'rosterStatus'
}

function read<S extends z.core.$ZodType>(schema: S, value: unknown): z.core.output<S> | null {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : null
}

/** Read ones are kept so long. */
export const READ_KEPT_DAYS = 90
/** Others too: the person who never comes reads none. */
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
