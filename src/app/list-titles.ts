import { rosterIn } from '#features/roster/content-rules.ts'
import { rostersOf } from '#features/roster/contract.ts'
import { PAGES } from './routes.tsx'
import type { AppDeps } from './settings.ts'

/** What the community calls pages of the staff, by their paths, where the site calls them something else. */
export function ownTitles({
  rosterContent,
  checklists,
}: Pick<AppDeps, 'rosterContent' | 'checklists'>): Record<string, string> {
  const named = [
    ...rostersOf(rosterContent).map(({ key, page }) => ({ path: page, title: rosterIn(rosterContent, key).title })),
    { path: '/trial-mod-checklist', title: checklists['trial-mods'].title },
  ]
  return Object.fromEntries(
    named
      .filter(({ path, title }) => PAGES.some((page) => page.path === path && page.title !== title))
      .map(({ path, title }) => [path, title]),
  )
}
