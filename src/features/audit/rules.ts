import type { AuditWords } from '#lib/audit-words.ts'
import { t } from '#lib/messages.ts'

export const PAGE_SIZES = [25, 50, 100] as const
export const FIRST_PAGE_SIZE = 50

/** The possible orders of the log. The first is the default. */
export const SORTS = ['when:desc', 'when:asc'] as const

/** Whether a row stands for all records that an import or its undo changed. */
export const standsForMany = (action: string, target: string): boolean =>
  action.startsWith('import') || (action === 'undoImport' && !target.includes('/'))

/**
 * The name of an action, such as 'Add ten code' for `addTenCode`. An action that this version does not know gets a name
 * made from its identifier.
 */
export function actionLabel(action: string, { actions }: AuditWords): string {
  const known = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (known !== undefined) return t(known.name)
  const words = action.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * One field of a record before and after a change, as people read it. An empty string means that the field is empty.
 */
export interface FieldChange {
  label: string
  left: string
  right: string
}

/**
 * Lists the fields of a record. A nested field is named by its path. A value that is not an object has the empty name.
 */
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

/**
 * Compares a record before and after a change, in the order of its fields. `same` is the number of fields that did not
 * change.
 */
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
