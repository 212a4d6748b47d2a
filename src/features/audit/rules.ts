import { msg, type PlainMessage, t } from '#lib/messages.ts'

export const PAGE_SIZES = [25, 50, 100] as const
export const FIRST_PAGE_SIZE = 50

/** The order of the log: the first one unless another is asked for. */
export const SORTS = ['when:desc', 'when:asc'] as const

/** What actions are called. One that is not here is read as its name. */
const LABELS: Readonly<Record<string, PlainMessage>> = {
  acknowledgeAction: msg('Confirm reading'),
  addAction: msg('Add action'),
  approveAction: msg('Approve action'),
  addAppeal: msg('Appeal an action'),
  addEvidence: msg('Add evidence'),
  addIngestToken: msg('Add ingest token'),
  addPenalCode: msg('Add penal code'),
  addClaim: msg('Claim a ban'),
  addPhrase: msg('Add phrase'),
  addQuickLink: msg('Add quick link'),
  addRosterMember: msg('Add roster member'),
  addStatement: msg('Add statement'),
  addTenCode: msg('Add ten code'),
  addTrialMod: msg('Add to checklist'),
  approveVerification: msg('Approve verification'),
  askIssuer: msg('Ask issuer'),
  awaitVerification: msg('Await verification'),
  changeCompletion: msg('Change completion'),
  confirmClaim: msg('Confirm claim'),
  refuseClaim: msg('Refuse claim'),
  changeMapping: msg('Change roles of rights'),
  changeMentor: msg('Change mentor'),
  changePenalCode: msg('Change penal code'),
  changeQuickLink: msg('Change quick link'),
  changeReview: msg('Change review'),
  changeRights: msg('Change rights'),
  changeRosterMember: msg('Change roster member'),
  changeStage: msg('Change stage'),
  changeTenCode: msg('Change ten code'),
  changeTrialMod: msg('Change checklist'),
  closeAppeal: msg('Close appeal'),
  closeLiftTask: msg('Close txAdmin task'),
  commentOnAppeal: msg('Comment on appeal'),
  cutAuditLog: msg('Cut audit log'),
  decideAppeal: msg('Decide appeal'),
  decideThreshold: msg('Decide on points'),
  dismissQuestions: msg('Dismiss questions'),
  erasePerson: msg('Erase person'),
  expireVerification: msg('Expire verification'),
  exportList: msg('Export list'),
  fillActions: msg('Fill actions'),
  fillPenalCodes: msg('Fill penal codes'),
  fillQuestions: msg('Fill questions'),
  fillQuickLinks: msg('Fill quick links'),
  fillRoster: msg('Fill roster'),
  fillTenCodes: msg('Fill ten codes'),
  fillTrialMods: msg('Fill checklist'),
  fillVerifications: msg('Fill verifications'),
  giveVerifiedRole: msg('Give verified role'),
  importActions: msg('Import actions'),
  importPenalCodes: msg('Import penal codes'),
  importPlayers: msg('Import players'),
  importQuickLinks: msg('Import quick links'),
  importRoster: msg('Import roster'),
  importTenCodes: msg('Import ten codes'),
  importTrialMods: msg('Import checklist'),
  joinSubjects: msg('Join people'),
  liftAppealed: msg('Lift appealed action'),
  messageAppellant: msg('Message appellant'),
  receiveUnknownVerification: msg('Receive unknown verification'),
  receiveVerification: msg('Receive verification'),
  refused: msg('Refused'),
  rejectVerification: msg('Reject verification'),
  changeEvidence: msg('Change evidence'),
  removeEvidence: msg('Remove evidence'),
  removeIngestToken: msg('Remove ingest token'),
  removeOtherSessions: msg('Remove other sessions'),
  removeOwnSession: msg('Remove own session'),
  removePenalCode: msg('Remove penal code'),
  removePhrase: msg('Remove phrase'),
  removeQuickLink: msg('Remove quick link'),
  removeRosterMember: msg('Remove roster member'),
  removeTenCode: msg('Remove ten code'),
  removeTrialMod: msg('Remove from checklist'),
  removeUserSessions: msg('Remove user sessions'),
  removeVerification: msg('Remove verification'),
  reopenQuestions: msg('Reopen questions'),
  replyToAppeal: msg('Reply to appeal'),
  reviewAppeal: msg('Review appeal'),
  restoreEvidence: msg('Restore evidence'),
  reviseAction: msg('Revise action'),
  rejectAction: msg('Reject action'),
  revokeAction: msg('Revoke action'),
  signIn: msg('Sign in // an action'),
  startVerification: msg('Start verification'),
  undoAddAction: msg('Take back action'),
  undoCompletion: msg('Undo completion'),
  undoImport: msg('Undo import'),
  verifyAuditChain: msg('Verify audit chain'),
  withdrawAppeal: msg('Withdraw appeal'),
}

/** Whether a row stands for what an import, or undoing one, did to many records. */
export const standsForMany = (action: string, target: string): boolean =>
  action.startsWith('import') || (action === 'undoImport' && !target.includes('/'))

/** Whether an action has a name of its own. */
export const isNamed = (action: string): boolean => Object.hasOwn(LABELS, action)

/** An action in words: `addTenCode` is 'Add ten code'. */
export function actionLabel(action: string): string {
  const label = Object.hasOwn(LABELS, action) ? LABELS[action] : undefined
  if (label !== undefined) return t(label)
  const words = action.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One field of a record before and after a change, as people read it; an empty text is an empty field. */
export interface FieldChange {
  label: string
  left: string
  right: string
}

/** A record field by field: the parts of a part are named by the way to them. A bare value has no name. */
function fieldsOf(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (Array.isArray(value)) {
    if (value.length === 0) return into
    if (value.every((each) => typeof each !== 'object' || each === null)) into.set(path, value.map(read).join(', '))
    else for (const [index, each] of value.entries()) fieldsOf(each, joined(path, String(index + 1)), into)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) fieldsOf(each, joined(path, key), into)
  } else if (value !== null && value !== undefined) {
    into.set(path, read(value))
  }
  return into
}

const joined = (path: string, key: string) => (path === '' ? key : `${path} › ${key}`)

function read(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  return value === null || value === undefined ? '' : String(value)
}

/** Before and after side by side, field by field in the order of the record; `same` counts those that did not change. */
export function diffOf(before: unknown, after: unknown): { fields: FieldChange[]; same: number } {
  const [left, right] = [fieldsOf(before, '', new Map()), fieldsOf(after, '', new Map())]
  const names = [...new Set([...left.keys(), ...right.keys()])]
  const fields = names.map((name) => ({
    label: name === '' ? t('Value') : name,
    left: left.get(name) ?? '',
    right: right.get(name) ?? '',
  }))
  const changed = fields.filter((field) => field.left !== field.right)
  return { fields: changed, same: fields.length - changed.length }
}
