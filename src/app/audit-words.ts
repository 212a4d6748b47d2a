import type { AuditWords } from '#lib/audit-words.ts'

// Vitest looks for new files only where it finds `import.meta.glob(`, without a type between the two.
const FOUND: Record<string, AuditWords> = import.meta.glob('../features/*/audit-rules.ts', {
  eager: true,
  import: 'auditWords',
})
const OF_FEATURES = Object.values(FOUND)

/** What the page of the audit log says of each action and field: the words of every feature. */
export const AUDIT_WORDS: AuditWords = {
  actions: Object.fromEntries(OF_FEATURES.flatMap(({ actions }) => Object.entries(actions))),
  fields: Object.fromEntries(OF_FEATURES.flatMap(({ fields = {} }) => Object.entries(fields))),
}
