import type { Feature } from '#server/feature.ts'
import { announcementRules } from './announcement-rules.ts'
import { auditWords } from './audit-rules.ts'
import { allCalls, endpoints } from './contract.ts'
import { inboxRules, inboxTitles } from './inbox-rules.ts'
import { ownChecklistsRoute, type TrialModsRoutesDeps, trialModsRoutes } from './server/routes.ts'

export const trialMods: Feature<TrialModsRoutesDeps> = {
  name: 'trial-mods',
  title: 'Trial Mod Checklist',
  endpoints,
  setUp: (deps) => {
    for (const calls of allCalls(deps.checklists)) trialModsRoutes(deps, calls)
    ownChecklistsRoute(deps)
  },
  audited: auditWords,
  inbox: { titles: inboxTitles, ...inboxRules },
  announced: announcementRules,
  personalData: {
    trial_mods: {
      ids: ['trainee_id'],
      names: { name: 'trainee_id' },
      texts: ['assigned_instructor', 'official_instructor', 'instructor_review_name', 'trainee_review_name'],
      labels: ['staff_id'],
      others: ['checklist', 'status'],
    },
    trial_mod_stages: {
      ids: ['trainee_id', 'actor_id'],
      names: { actor_name: 'actor_id' },
      texts: ['by', 'notes'],
      others: ['checklist', 'stage'],
    },
  },
}
