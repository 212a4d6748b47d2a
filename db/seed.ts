import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAudit } from '#features/audit/server/store.ts'
import { ladderOf } from '#features/roster/content-rules.ts'
import { type RosterContent, staffRoster } from '#features/roster/contract.ts'
import { allTitles } from '#features/roster/position-rules.ts'
import type { RosterFields } from '#features/roster/rules.ts'
import { planImport, SHEET } from '#features/roster/server/import.ts'
import { createRosterStore } from '#features/roster/server/store.ts'
import type { Checklist } from '#features/trial-mods/contract.ts'
import { createChanges } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { root } from '#server/paths.ts'
import { readSheet } from '#server/sheet.ts'
import { seedTraining } from './seed-training.ts'

/** How old the demo's roster is: some weeks older than `demo/roster.csv`, so that importing that shows something. */
const AS_OF = '2026-10-13'
/** The demo's days are taken as they are: a clock may be behind them. */
export const LAST_DAY = '9999-12-31'
/** One in so many was on the roster then, beside the people whom the demo's visitors can be. */
const ONE_IN = 4
const BY_START = { actor: null, requestId: 'start' }

/** Fills a fresh database with the demo's believable community, once; answers how many people are on the roster. */
export async function seed(deps: {
  database: Database
  clock: () => Date
  rosterContent: RosterContent
  checklist: Checklist
  /** Discord ids of the demo's people, who are on the roster wherever the spreadsheet has them. */
  people: readonly string[]
}): Promise<number> {
  // Nobody keeps or shows anything yet.
  const audit = createAudit({ ...deps, changes: createChanges() })
  const store = createRosterStore({ ...deps, audit }, staffRoster)
  const ladder = ladderOf(deps.rosterContent, staffRoster.name)
  const titles = allTitles(ladder.positions)
  const count = await store.fill(BY_START, () => {
    const sheet = readSheet({ csv: readFileSync(join(root, 'demo/roster.csv'), 'utf8') }, SHEET)
    return planImport(sheet, [], ladder, { importer: null, today: AS_OF, latest: LAST_DAY })
      .writes.map(({ after }) => after)
      .filter(({ hiredAt }) => hiredAt !== null && hiredAt <= AS_OF)
      .filter(({ discordId }, index) => index % ONE_IN === 0 || deps.people.includes(discordId))
      .map((member) => asItStood(member, titles))
  })
  await seedTraining({ ...deps, audit, roster: await store.list(), positions: ladder.positions })
  return count
}

/** Who moved since then stood one position lower, or at the bottom in another status. */
function asItStood(member: RosterFields, titles: readonly string[]): RosterFields {
  if (member.lastMove === null || member.lastMove <= AS_OF) return member
  const rank = titles.indexOf(member.position)
  const lower = rank >= 0 && rank < titles.length - 2 ? titles[rank + 1] : undefined
  const before = { ...member, lastMove: member.hiredAt }
  if (lower !== undefined) return { ...before, position: lower }
  return { ...before, status: member.status === 'Active' ? 'Training' : 'Active' }
}
