import * as z from 'zod/mini'
import type { AnnouncementEvents, AnnouncementRules, EventOf } from '#lib/announcements.ts'
import { type InternalTypes, parseRecord } from '#lib/inbox.ts'

const events = {
  actionLogged: ['type', 'name', 'by'],
  actionsImported: ['count', 'by'],
} as const satisfies AnnouncementEvents

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
const Counts = z.object({ added: z.int() })

const ACTIONS = '/staff-da-database'
const PLAYER_ACTIONS = '/player-record'
const CHANGES = ['addAction', 'reviseAction', 'revokeAction', 'approveAction', 'rejectAction', 'undoAddAction']

export const announcementRules: AnnouncementRules<EventOf<typeof events>> = {
  events,
  undoable: ['actionLogged'],
  read: ({ action, target, before, after }, { internalTypes }) => {
    if (!CHANGES.includes(action)) return null
    const isForPlayers = target.startsWith('player-actions/')
    const [was, is] = [before, after].map((record) => ofAction(record, isForPlayers, internalTypes))
    if (!was || !is) return is ?? (was ? { ...was, undoes: was, isSilent: true } : null)
    const isSame = was.about === is.about && JSON.stringify(was.placeholders) === JSON.stringify(is.placeholders)
    return isSame ? null : { ...is, undoes: was, isInstead: true }
  },
  readFile: ({ action, after }, _changes, { by }) => {
    const counts = parseRecord(Counts, after)
    if (action !== 'importActions' || counts === null) return null
    return { event: 'actionsImported', placeholders: { count: String(counts.added), by }, path: ACTIONS, about: null }
  },
}

/**
 * Builds the announcement of an action once it is in force. The person whom the action is about may also read the
 * channel.
 */
function ofAction(
  record: unknown,
  isForPlayers: boolean,
  internalTypes: InternalTypes,
): EventOf<Pick<typeof events, 'actionLogged'>> | null {
  const action = parseRecord(Action, record)
  if (action === null || action.revoked !== null) return null
  const { id, user, user_name: name, type, admin_name, approval } = action
  const isBetweenStaff =
    action.external_reason === null && internalTypes[isForPlayers ? 'players' : 'staff'].includes(type)
  const isNotYetInForce = approval?.state === 'waiting' && approval.due_at === null
  if (isBetweenStaff || isNotYetInForce) return null
  const path = `${isForPlayers ? PLAYER_ACTIONS : ACTIONS}?entry=${id}`
  return { event: 'actionLogged', placeholders: { type, name, by: admin_name }, path, about: user }
}
