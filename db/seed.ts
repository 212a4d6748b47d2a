import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAudit } from '#features/audit/server/store.ts'
import { ladderOf } from '#features/roster/content-rules.ts'
import { type RosterContent, staffRoster } from '#features/roster/contract.ts'
import { allTitles } from '#features/roster/position-rules.ts'
import type { Ladder, RosterFields } from '#features/roster/rules.ts'
import { planImport, SHEET } from '#features/roster/server/import.ts'
import { createRosterStore, NO_EFFECTS } from '#features/roster/server/store.ts'
import { statusOf } from '#features/roster/status-rules.ts'
import type { Checklist, Checklists } from '#features/trial-mods/contract.ts'
import { createChanges } from '#server/changes.ts'
import type { Database } from '#server/database/database.ts'
import { readSheet } from '#server/sheet.ts'
import { seedTraining } from './seed-training.ts'

/** How old the demo's roster is: some weeks older than its `roster.csv`, so that importing that shows something. */
const AS_OF = '2026-10-13'
/** The demo's days are taken as they are: a clock may be behind them. */
const LAST_DAY = '9999-12-31'
/** As many were on the roster then, beside the people whom the demo's visitors can be. */
const ABOUT = 75
const BY_START = { actor: null, requestId: 'start' }

/** Fills a fresh database with the demo's believable community, once; answers how many people are on the roster. */
export async function seed(deps: {
  /** The folder of the demo's files. */
  demoDir: string
  database: Database
  clock: () => Date
  rosterContent: RosterContent
  checklists: Checklists
  /** Discord ids of the demo's people, who are on the roster wherever the spreadsheet has them. */
  people: readonly string[]
}): Promise<number> {
  // Nobody keeps or shows anything yet.
  const audit = createAudit({ ...deps, changes: createChanges() })
  const store = createRosterStore({ ...deps, audit, rosterEffects: NO_EFFECTS }, staffRoster)
  const ladder = ladderOf(deps.rosterContent, staffRoster.key)
  const count = await store.fill(BY_START, () => {
    const members = membersIn(join(deps.demoDir, 'roster.csv'), ladder, AS_OF)
    const oneIn = Math.ceil(members.length / ABOUT)
    return members
      .filter(({ hiredAt }) => hiredAt !== null && hiredAt <= AS_OF)
      .filter(({ discordId }, index) => index % oneIn === 0 || deps.people.includes(discordId))
      .map((member) => asItStood(member, allTitles(ladder.positions), deps.checklists['trial-mods']))
  })
  await seedTraining({ ...deps, audit, roster: await store.list(), ladder })
  return count
}

/** The people of a spreadsheet. One that was made for other titles gets those of the community, by rank, and its statuses. */
export function membersIn(file: string, ladder: Ladder, today: string): RosterFields[] {
  const sheet = readSheet({ csv: readFileSync(file, 'utf8') }, SHEET)
  const plan = planImport(sheet, [], ladder, { importer: null, today, latest: LAST_DAY })
  const members = plan.writes.map(({ after }) => after)
  const titles = allTitles(ladder.positions)
  if (members.filter(({ position }) => titles.includes(position)).length > members.length / 2) return members
  return members.map((member, index) => ({
    ...member,
    position: titles[Math.floor((index / members.length) * titles.length)] ?? member.position,
    status: statusOf(member.status, ladder.statuses)?.name ?? ladder.statuses.empty,
  }))
}

/** Who moved since then stood one position lower, or at the bottom in another status. */
function asItStood(member: RosterFields, titles: readonly string[], { promotion }: Checklist): RosterFields {
  if (member.lastMove === null || member.lastMove <= AS_OF) return member
  const rank = titles.indexOf(member.position)
  const lower = rank >= 0 && rank < titles.length - 2 ? titles[rank + 1] : undefined
  const before = { ...member, lastMove: member.hiredAt }
  if (lower !== undefined) return { ...before, position: lower }
  const { from, to } = promotion?.status ?? { from: member.status, to: member.status }
  return { ...before, status: member.status === to ? from : to }
}
