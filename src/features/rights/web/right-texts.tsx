import { findMessage, msg, type PlainMessage, t } from '#lib/messages.ts'
import { type NamedRight, namedRight, RIGHT_NAMES } from '../name-rules.ts'

const TEXTS: Readonly<Record<NamedRight, PlainMessage>> = {
  es: msg('Open the ES quick links.'),
  staff: msg('Open the staff pages: rosters, the checklist, disciplinary actions and the player record.'),
  management: msg('What staff can do, and change rosters, checklists and the actions of others.'),
  owner: msg('Everything: also who is signed in, verifications, and how the site is set up.'),
  'can:discipline.give': msg(
    'Log disciplinary actions. The pages for that are for staff: without a staff role you cannot open them.',
  ),
  'can:discipline.approve': msg('Approve or reject actions that wait for a second person.'),
  'can:appeals.decide': msg('Read appeals and decide on them.'),
  'can:evidence.internal': msg('See pictures that are for staff alone.'),
  'can:ranks.change': msg('Add people to rosters, change their positions and their status, and remove them.'),
  'can:content.edit': msg('Change the ES quick links, and answer what the assistant could not.'),
  'can:law.edit': msg('Change the lists of codes.'),
  'can:import.run': msg('Fill lists from spreadsheets.'),
  'can:audit.read': msg('Read who changed what, and when.'),
}

/** The name of a right. A right in a single department includes the department's name. */
export function rightName(access: string, departments: readonly { slug: string; title: string }[]): string {
  const right = namedRight(access)
  const name = right === undefined ? access : findMessage(RIGHT_NAMES[right])
  const department = access.split('@')[1]
  if (department === undefined) return name
  const title = departments.find(({ slug }) => slug === department)?.title ?? department
  return t('{right} in one department: {department}', { right: name, department: title })
}

/** What a right allows. */
export function rightText(access: string): string {
  const right = namedRight(access)
  return right === undefined ? '' : findMessage(TEXTS[right])
}

/** The place that gives a right to a role: a line of a file, or a setting. */
export function placeText({ file, line }: { file: string; line: number | null }): string {
  return line === null ? t('setting {name}', { name: file }) : t('{file}, line {line}', { file, line })
}
