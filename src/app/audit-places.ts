import type { AuditPlace, PlaceOf } from '#features/audit/web/entry-sentence.tsx'
import { penalCodeAnchor, tenCodeAnchor } from '#features/codes/rules.ts'
import { nameOf } from '#lib/page.ts'
import { usePages } from './shell/open-pages.ts'

/**
 * The pages of the records in the audit log, by the first part of the log's targets. Only those whose path differs from
 * that part are listed.
 */
const PATHS: Readonly<Record<string, string>> = {
  'assistant-phrases': '/assistant',
  'assistant-questions': '/assistant',
  'player-actions': '/player-record',
  'quick-links': '/es',
  roster: '/staff-roster',
  'staff-da': '/staff-da-database',
  subjects: '/player-record',
  training: '/staff-roster',
  trialmods: '/trial-mod-checklist',
}

/** Returns a function that finds the page of the record that a row of the audit log is about. */
export function useAuditPlaces(): PlaceOf {
  const pages = usePages()
  return ({ target, before, after }): AuditPlace | null => {
    const [list = '', id] = target.split('/', 2)
    const path = PATHS[list] ?? `/${list.replace(/^(roster|checklist)-/, '$1s/')}`
    const page = pages.find((each) => each.path === path)
    if (page === undefined) return null
    return { title: nameOf(page), href: path + (id === undefined ? '' : recordIn(list, id, after ?? before)) }
  }
}

/** The end of the address of a record: what follows the path of its list. */
function recordIn(list: string, id: string, record: unknown): string {
  if (list === 'staff-da' || list === 'player-actions') return `?entry=${id}`
  if (typeof record !== 'object' || record === null) return ''
  if ('code' in record && typeof record.code === 'string') return `#${tenCodeAnchor(record.code)}`
  if ('statute' in record && typeof record.statute === 'string') return `#${penalCodeAnchor(record.statute)}`
  return ''
}
