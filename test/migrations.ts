import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '#server/database/migrate.ts'

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
}

/**
 * Creates a folder inside `folder` with the first migrations of the product. With `newer`, it adds a migration of a
 * later version with this SQL.
 */
export function writeMigrations(folder: string, count: number, newer?: string): string {
  const some = join(folder, `migrations-${count}${newer === undefined ? '' : '-newer'}`)
  mkdirSync(join(some, 'meta'), { recursive: true })
  const journal: Journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  const entries = journal.entries.slice(0, count)
  for (const { tag } of entries) {
    writeFileSync(join(some, `${tag}.sql`), readFileSync(join(migrationsFolder, `${tag}.sql`)))
  }
  if (newer !== undefined) {
    entries.push({ idx: count, version: '7', when: 4_000_000_000_000, tag: 'newer', breakpoints: true })
    writeFileSync(join(some, 'newer.sql'), newer)
  }
  writeFileSync(join(some, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return some
}
