import { join } from 'node:path'
import { ladderOf } from '#features/roster/content-rules.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { root } from '#server/paths.ts'

/** The rosters of the shipped community. */
export const ROSTER_CONTENT = readRosterContent(join(root, 'community'))
export const STAFF_LADDER = ladderOf(ROSTER_CONTENT, 'roster')
export const DEV_LADDER = ladderOf(ROSTER_CONTENT, 'dev-roster')
