import type { AuditWords, ValueWords } from '#lib/audit-words.ts'
import { groupBy } from '#lib/group-by.ts'

// Vitest looks for new files only where it finds `import.meta.glob(`, without a type between the two.
const FOUND: Record<string, AuditWords> = import.meta.glob('../features/*/audit-rules.ts', {
  eager: true,
  import: 'auditWords',
})
const OF_FEATURES = Object.values(FOUND)

/** Features that write a field of the same name each have words for values of their own. */
function allValues(): Record<string, ValueWords> {
  const all = OF_FEATURES.flatMap(({ values = {} }) => Object.entries(values))
  const ofField = groupBy(all, ([field]) => field)
  return Object.fromEntries(
    [...ofField].map(([field, words]) => [field, (value) => words.map(([, said]) => said(value)).find((said) => said)]),
  )
}

/** What the page of the audit log says of each action, field and value: the words of every feature. */
export const AUDIT_WORDS: AuditWords = {
  actions: Object.fromEntries(OF_FEATURES.flatMap(({ actions }) => Object.entries(actions))),
  fields: Object.fromEntries(OF_FEATURES.flatMap(({ fields = {} }) => Object.entries(fields))),
  values: allValues(),
}
