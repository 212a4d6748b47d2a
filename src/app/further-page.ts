import { furtherRosterPlaces, namesOnRosters } from '#features/roster/content-rules.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { furtherChecklists } from '#features/trial-mods/contract.ts'
import { readChecklists } from '#features/trial-mods/server/gateway.ts'
import { BadConfiguration } from '#server/config/environment.ts'

/**
 * Whether this path is the page of a further roster or checklist, so that links may lead there. Answers true when
 * rosters.yaml or checklists.yaml has a mistake: the part of the start that reads that file reports it.
 */
export function isFurtherPage(communityDir: string, path: string): boolean {
  if (!/^\/(rosters|checklists)\//.test(path)) return false
  try {
    const rosters = readRosterContent(communityDir)
    const checklists = readChecklists(communityDir, namesOnRosters(rosters))
    return [
      ...furtherRosterPlaces(rosters).map(({ key }) => `/rosters/${key}`),
      ...furtherChecklists(checklists).map(({ key }) => `/checklists/${key}`),
    ].includes(path)
  } catch (error) {
    if (error instanceof BadConfiguration) return true
    throw error
  }
}
