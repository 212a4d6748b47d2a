import { findMessage, msg, type PlainMessage, t } from '#lib/messages.ts'

interface RightText {
  name: PlainMessage
  text: PlainMessage
}

const TEXTS: Readonly<Record<string, RightText>> = {
  es: { name: msg('ES'), text: msg('Open the ES quick links.') },
  staff: {
    name: msg('Staff'),
    text: msg('Open the staff pages: rosters, the checklist, disciplinary actions and the player record.'),
  },
  management: {
    name: msg('Management'),
    text: msg('What staff can do, and change rosters, checklists and the actions of others.'),
  },
  owner: {
    name: msg('Owner'),
    text: msg('Everything: also who is signed in, verifications, and how the site is set up.'),
  },
  'can:discipline.give': { name: msg('Give actions'), text: msg('Log disciplinary actions.') },
  'can:discipline.approve': {
    name: msg('Approve actions'),
    text: msg('Approve or reject actions that wait for a second person.'),
  },
  'can:appeals.decide': { name: msg('Decide appeals'), text: msg('Read appeals and decide on them.') },
  'can:evidence.internal': {
    name: msg('See internal evidence'),
    text: msg('See pictures that are for staff alone.'),
  },
  'can:ranks.change': {
    name: msg('Change rosters'),
    text: msg('Add people to rosters, change their positions and their status, and remove them.'),
  },
  'can:content.edit': {
    name: msg('Edit content'),
    text: msg('Change the ES quick links, and answer what the assistant could not.'),
  },
  'can:law.edit': { name: msg('Edit codes'), text: msg('Change the lists of codes.') },
  'can:import.run': { name: msg('Import files'), text: msg('Fill lists from spreadsheets.') },
  'can:audit.read': { name: msg('Read the audit log'), text: msg('Read who changed what, and when.') },
}

function textOf(access: string): RightText | undefined {
  const everywhere = access.split('@', 1)[0] ?? access
  return Object.hasOwn(TEXTS, everywhere) ? TEXTS[everywhere] : undefined
}

/** What a right is called; one of a single department with its name. */
export function rightName(access: string, departments: readonly { slug: string; title: string }[]): string {
  const found = textOf(access)
  const name = found === undefined ? access : findMessage(found.name)
  const department = access.split('@')[1]
  if (department === undefined) return name
  const title = departments.find(({ slug }) => slug === department)?.title ?? department
  return t('{right} in one department: {department}', { right: name, department: title })
}

/** What it lets somebody do. */
export function rightText(access: string): string {
  const found = textOf(access)
  return found === undefined ? '' : findMessage(found.text)
}

/** Where a role is given a right: a line of a file, or a variable of the settings. */
export function placeText({ file, line }: { file: string; line: number | null }): string {
  return line === null ? t('setting {name}', { name: file }) : t('{file}, line {line}', { file, line })
}
