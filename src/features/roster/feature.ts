import type { Feature } from '#server/feature.ts'
import { announcementRules } from './announcement-rules.ts'
import { auditWords } from './audit-rules.ts'
import { withReadableRosters } from './content-rules.ts'
import { endpoints, findRosterContent, rostersOf } from './contract.ts'
import { inboxRules, inboxTitles } from './inbox-rules.ts'
import { type RosterRoutesDeps, rosterRoutes } from './server/routes.ts'

export const roster: Feature<RosterRoutesDeps> = {
  name: 'roster',
  title: 'Staff and Development Rosters',
  endpoints,
  setUp: (deps) => {
    deps.serve.snapshot(findRosterContent, [], async () => withReadableRosters(deps.rosterContent))
    for (const roster of rostersOf(deps.rosterContent)) rosterRoutes(deps, roster)
  },
  audited: auditWords,
  inbox: { titles: inboxTitles, ...inboxRules },
  announced: announcementRules,
  personalData: {
    roster_members: {
      ids: ['discord_id'],
      names: { name: 'discord_id' },
      texts: ['position', 'timezone', 'status', 'notes'],
      labels: ['callsign'],
      others: ['roster', 'callsign_key'],
    },
  },
}
