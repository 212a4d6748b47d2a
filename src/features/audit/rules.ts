import { t } from '#lib/messages.ts'

export const PAGE_SIZES = [25, 50, 100] as const
export const FIRST_PAGE_SIZE = 50

/** An action in words: `addTenCode` is 'Add ten code'. */
export function actionLabel(action: string): string {
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

/** A change in one line: each field with what it was and what it became. The count of versions goes without saying. */
export function summaryOf(before: unknown, after: unknown): string {
  return diffOf(before, after)
    .fields.filter(({ label }) => label !== 'version')
    .map(({ label, left, right }) =>
      left === '' ? `${label}: ${right}` : `${label}: ${left} → ${right || t('empty')}`,
    )
    .join(' · ')
}
