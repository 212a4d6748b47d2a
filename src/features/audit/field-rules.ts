import { msg, type PlainMessage, t } from '#lib/messages.ts'

/** What the fields of records are called within a sentence. */
const FIELDS: Readonly<Record<string, PlainMessage>> = {
  action: msg('action // of evidence'),
  added: msg('added // a count'),
  assignedInstructor: msg('assigned instructor'),
  broken: msg('broken'),
  by: msg('by'),
  callsign: msg('callsign'),
  changed: msg('changed // a count'),
  category: msg('category'),
  class: msg('class'),
  classroom: msg('classroom'),
  code: msg('code'),
  color: msg('color'),
  completed: msg('completed'),
  completion: msg('completion'),
  copy: msg('text to copy'),
  count: msg('entries'),
  date: msg('date'),
  dates: msg('dates'),
  desc: msg('description'),
  discordId: msg('Discord ID'),
  done: msg('passed // a stage'),
  external_reason: msg('external reason'),
  failed: msg('failed // a stage'),
  family: msg('family'),
  fine: msg('fine'),
  format: msg('format'),
  group: msg('group'),
  hiredAt: msg('hired'),
  href: msg('address'),
  icon: msg('icon'),
  inGame: msg('in-game'),
  inProgress: msg('in progress // a stage'),
  instructorReviewDate: msg('date of the review by the instructor'),
  instructorReviewName: msg('review by the instructor'),
  instructorReviewRating: msg('rating by the instructor'),
  internal_reason: msg('internal reason'),
  is_shown: msg('shown to the person'),
  jail: msg('jail'),
  key: msg('key'),
  kind: msg('kind'),
  label: msg('name'),
  lastMove: msg('last move'),
  link: msg('link'),
  meaning: msg('meaning'),
  mentorId: msg('mentor'),
  missing: msg('not in the file'),
  name: msg('name'),
  notes: msg('notes'),
  officialInstructor: msg('official instructor'),
  outcome: msg('outcome'),
  phrases: msg('phrases'),
  points: msg('points'),
  position: msg('position'),
  questions: msg('questions'),
  reason: msg('reason'),
  removed: msg('removed // a count'),
  restored: msg('restored'),
  revoked: msg('revocation'),
  rows: msg('rows'),
  staffId: msg('staff ID'),
  status: msg('status'),
  statute: msg('statute'),
  stayed: msg('left as they are'),
  supervised: msg('supervised'),
  timezone: msg('time zone'),
  title: msg('title'),
  traineeReviewDate: msg('date of the review by the trainee'),
  traineeReviewName: msg('review by the trainee'),
  traineeReviewRating: msg('rating by the trainee'),
  type: msg('type'),
  unchanged: msg('unchanged // a count'),
  user: msg('person'),
  user_name: msg('name'),
  why: msg('why'),
}

/** Fields that say what the sentence says already, what the site counts by itself, or what the chain needs. */
export const LEFT_OUT = new Set([
  ...['id', 'version', 'is_revised', 'is_from_game', 'by_name', 'at', 'import', 'tables'],
  ...['created_at', 'updated_at', 'created_by_username', 'created_by_discord', 'updated_by_username'],
  ...['updated_by_discord', 'pendingAt', 'verifiedAt', 'decidedAt', 'decidedById', 'decidedByName', 'expiredAt'],
  ...['from', 'to', 'hash', 'head', 'sha256', 'through', 'erased', 'seq'],
])
/** Counts of what stands beside them: of the stages of a checklist, of the calls that were refused. */
export const COUNTS_OF = { trialMod: ['notes', 'failed', 'passed'], calls: ['count'] }
/** Parts of a record that say nothing by their names. */
export const WRAPPERS = Object.keys(COUNTS_OF)

/** A field as a sentence calls it. What is not a field that is known here stands as it is. */
export function fieldLabel(field: string): string {
  const known = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined
  return known === undefined ? field : t(known)
}
