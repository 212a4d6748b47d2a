import type { AuditWords, ValueWords } from '#lib/audit-words.ts'
import { groupBy } from '#lib/group-by.ts'

// Vitest notices new files only if `import.meta.glob(` is written without a type argument in between.
const FOUND: Record<string, AuditWords> = import.meta.glob('../features/*/audit-rules.ts', {
  eager: true,
  import: 'auditWords',
})
const OF_FEATURES = Object.values(FOUND)

/**
 * Merges the words for field values. Features that write a field of the same name each have words for their own values.
 */
function allValues(): Record<string, ValueWords> {
  const all = OF_FEATURES.flatMap(({ values = {} }) => Object.entries(values))
  const ofField = groupBy(all, ([field]) => field)
  return Object.fromEntries(
    [...ofField].map(([field, words]) => [
      field,
      (value) => words.map(([, wordOf]) => wordOf(value)).find((word) => word),
    ]),
  )
}

/** The words of every feature for the actions, fields and values on the audit log page. */
export const AUDIT_WORDS: AuditWords = {
  actions: Object.fromEntries(OF_FEATURES.flatMap(({ actions }) => Object.entries(actions))),
  fields: Object.fromEntries(OF_FEATURES.flatMap(({ fields = {} }) => Object.entries(fields))),
  values: allValues(),
}
