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

/**
 * The date of the demo's roster. It is some weeks older than `roster.csv`, so that importing that file shows changes.
 */
const ROSTER_DATE = '2026-10-13'
/** Accept every date in the demo's files, because the clock of this machine may be behind them. */
const LAST_DAY = '9999-12-31'
/** About how many people were on the roster then, besides the people who can sign in to the demo. */
const TARGET_MEMBERS = 75
const BY_START = { actor: null, requestId: 'start' }

/** Fills a fresh database with the demo's community, once. Returns the number of people on the roster. */
export async function seed(deps: {
  /** The folder of the demo's files. */
  demoDir: string
  database: Database
  clock: () => Date
  rosterContent: RosterContent
  checklists: Checklists
  /** Discord ids of the people who can sign in to the demo. They are on the roster if the spreadsheet has them. */
  people: readonly string[]
}): Promise<number> {
  // The site does not run yet, so there is nobody to notify of changes.
  const audit = createAudit({ ...deps, changes: createChanges() })
  const store = createRosterStore({ ...deps, audit, rosterEffects: NO_EFFECTS }, staffRoster)
  const ladder = ladderOf(deps.rosterContent, staffRoster.key)
  const count = await store.fill(BY_START, () => {
    const members = readMembers(join(deps.demoDir, 'roster.csv'), ladder, ROSTER_DATE)
    const oneIn = Math.ceil(members.length / TARGET_MEMBERS)
    return members
      .filter(({ hiredAt }) => hiredAt !== null && hiredAt <= ROSTER_DATE)
      .filter(({ discordId }, index) => index % oneIn === 0 || deps.people.includes(discordId))
      .map((member) => beforeLastMove(member, allTitles(ladder.positions), deps.checklists['trial-mods']))
  })
  await seedTraining({ ...deps, audit, roster: await store.list(), ladder })
  return count
}

/**
 * The people of a spreadsheet. If the spreadsheet was made for other titles, each person gets a title of this community
 * by their place in the sheet, and unknown statuses become the empty status.
 */
export function readMembers(file: string, ladder: Ladder, today: string): RosterFields[] {
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

/**
 * A member who moved after ROSTER_DATE held the next lower position at that time. A member of the lowest two positions
 * had another status instead.
 */
function beforeLastMove(member: RosterFields, titles: readonly string[], { promotion }: Checklist): RosterFields {
  if (member.lastMove === null || member.lastMove <= ROSTER_DATE) return member
  const rank = titles.indexOf(member.position)
  const lower = rank >= 0 && rank < titles.length - 2 ? titles[rank + 1] : undefined
  const before = { ...member, lastMove: member.hiredAt }
  if (lower !== undefined) return { ...before, position: lower }
  const { from, to } = promotion?.status ?? { from: member.status, to: member.status }
  return { ...before, status: member.status === to ? from : to }
}
