import * as z from 'zod/mini'
import {
  createInboxChange,
  type InboxRules,
  type InboxTitles,
  type InternalTypes,
  type LoggedChange,
  NO_INBOX_CHANGE,
  parseRecord,
} from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'
import { listActions } from './contract.ts'
import { listPlayerActions } from './player-contract.ts'

export const inboxTitles = {
  actionAdded: msg('An action was logged about you'),
  actionChanged: msg('An action about you was changed'),
  actionRevoked: msg('An action about you was revoked'),
  actionApproved: msg('An action that you gave was approved'),
  actionRejected: msg('An action that you gave was rejected'),
  revisionApproved: msg('An action that you changed was approved'),
  revisionRejected: msg('An action that you changed was rejected'),
} satisfies InboxTitles
type Kind = keyof typeof inboxTitles

const Action = z.object({
  user: z.nullable(z.string()),
  type: z.string(),
  date: z.string(),
  external_reason: z.nullable(z.string()),
  revoked: z.nullable(z.object({})),
  ends_at: z.optional(z.nullable(z.string())),
  points: z.optional(z.number()),
  points_end_at: z.optional(z.nullable(z.string())),
  /** Only in the player record: `site` when the action was logged here. */
  source: z.optional(z.string()),
  approval: z.optional(z.nullable(z.object({ state: z.string(), due_at: z.nullable(z.string()) }))),
})
/** The issuer of an action, and everyone who revised it since. */
const Given = z.object({ admin: z.string(), revised_by: z._default(z.array(z.string()), []) })

const isAction = (target: string) => /^(staff-da|player-actions)\//.test(target)
const isOfStaff = (list: string) => list.startsWith('staff-da')

const own = {
  opens: (id: string, list: string) => {
    return { path: `/me#action-${isOfStaff(list) ? 'staff' : 'players'}-${id}`, access: 'member' } as const
  },
}
const onItsList = {
  opens: (id: string, list: string) =>
    isOfStaff(list)
      ? { path: `/staff-da-database?entry=${id}`, access: listActions.access }
      : { path: `/player-record?entry=${id}`, access: listPlayerActions.access },
}

const DECIDED = new Map<string, { given: Kind; revised: Kind }>([
  ['approveAction', { given: 'actionApproved', revised: 'revisionApproved' }],
  ['rejectAction', { given: 'actionRejected', revised: 'revisionRejected' }],
])

export const inboxRules: InboxRules<Kind> = {
  kinds: {
    actionAdded: { ...own, canBeUndone: true },
    actionChanged: own,
    actionRevoked: own,
    actionApproved: onItsList,
    actionRejected: onItsList,
    revisionApproved: onItsList,
    revisionRejected: onItsList,
  },
  undoable: ['reviseAction'],
  confirms: ['acknowledgeAction'],
  isDeliveredInOrder: isAction,
  isTakenFrom: (personId, { target, before, after }) => {
    const userIn = (record: unknown) => parseRecord(Action, record)?.user
    return isAction(target) && userIn(before) === personId && userIn(after) !== personId
  },
  read: (change, internalTypes) => {
    const { action, target, before, after } = change
    if (!isAction(target)) return NO_INBOX_CHANGE
    const user = action === 'undoAddAction' ? parseRecord(Action, before)?.user : undefined
    if (user) return { added: [], dropped: [{ personId: user, about: target }] }
    const { added, dropped } = ofAction(change, internalTypes)
    const given = parseRecord(Given, after)
    const decided = DECIDED.get(action)
    if (given === null || decided === undefined) return { added, dropped }
    const others = given.revised_by.filter((id) => id !== given.admin)
    const issuer = createInboxChange(change, given.admin, decided.given).added
    return {
      added: [...added, ...issuer, ...others.flatMap((id) => createInboxChange(change, id, decided.revised).added)],
      dropped,
    }
  },
}

/** Compares what the person saw of the action before with what they see of it now, whatever the change was. */
function ofAction({ target: about, before, after }: LoggedChange, internalTypes: InternalTypes) {
  const isStaff = isOfStaff(about)
  const seen = (record: unknown) => {
    const found = parseRecord(Action, record)
    if (found?.user == null) return null
    const { user, type, approval, source, ...fields } = found
    const isGivenHere = isStaff || source === 'site'
    const types = internalTypes[isStaff ? 'staff' : 'players']
    const isHidden = fields.external_reason === null && (!isGivenHere || types.includes(type))
    // An action that waits for approval is announced to the person only when it is in force meanwhile.
    const wasInForce = approval == null || approval.state === 'approved' || approval.due_at !== null
    const { revoked, ...visibleFields } = { type, ...fields }
    return isHidden || !wasInForce
      ? null
      : { personId: user, isRevoked: revoked !== null, text: JSON.stringify(visibleFields) }
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
          : is.text === was.text
            ? null
            : 'actionChanged'
  return { added: createInboxChange<Kind>({ target: about }, is?.personId, kind).added, dropped }
}
