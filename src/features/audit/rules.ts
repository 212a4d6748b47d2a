import type { AuditWords } from '#lib/audit-words.ts'
import { t } from '#lib/messages.ts'

export const PAGE_SIZES = [25, 50, 100] as const
export const FIRST_PAGE_SIZE = 50

/** The order of the log: the first one unless another is asked for. */
export const SORTS = ['when:desc', 'when:asc'] as const

/** Whether a row stands for what an import, or undoing one, did to many records. */
export const standsForMany = (action: string, target: string): boolean =>
  action.startsWith('import') || (action === 'undoImport' && !target.includes('/'))

/** An action in words: `addTenCode` is 'Add ten code'. One that no feature of this version knows is read as its name. */
export function actionLabel(action: string, { actions }: AuditWords): string {
  const known = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (known !== undefined) return t(known.name)
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
