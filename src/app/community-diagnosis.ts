import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Announcements, webhooksIn } from '#features/announcements/rules.ts'
import { readAnnouncements } from '#features/announcements/server/gateway.ts'
import type { Discipline } from '#features/discipline/server/gateway.ts'
import { msg } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import { withValues } from '#lib/sentence.ts'
import { type Community, type CommunityOverrides, readCommunity } from '#server/config/community.ts'
import type { Environment } from '#server/config/environment.ts'
import { folderProblems } from '#server/config/folder.ts'
import { isLeftover } from '#server/config/leftovers.ts'
import { badInEnglish } from '#server/finding.ts'
import { checkCodeFiles, checkPublicPageFiles, checkRuleFiles, checkStaffListFiles } from './community-files.ts'
import { KNOWN_FILES } from './content.ts'
import { checkOffenceLinks, checkSupporters } from './content-findings.ts'
import { ANNOUNCED } from './features.ts'
import { createFileFindings } from './file-findings.ts'
import { checkRoles, type RoleFindings } from './role-findings.ts'

/** A file of the community, by its path in the folder. */
export interface CommunityFile {
  name: string
  text: string
}

/** Every YAML and Markdown file of the community. */
export function textsOf(dir: string): CommunityFile[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(yaml|md)$/.test(name) && !isLeftover(basename(name)))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(dir, name), 'utf8') }))
}

/** What the community's files say. A file with a mistake is null here. */
export interface CheckedCommunity extends RoleFindings {
  community: Community | null
  announcements: Announcements | null
  discipline: Discipline | null
}

/** Checks every community file that a start reads. */
export async function checkCommunity(
  dir: string,
  settings: Pick<Environment, 'discord' | 'origin'> & CommunityOverrides,
): Promise<CheckedCommunity> {
  const files = createFileFindings(dir)
  const { found, check } = files
  const community = await check(
    () => readCommunity(dir, settings),
    ({ site }) => withValues('community: {name}', { name: site.name }),
  )
  const nothing = { community: null, discipline: null, announcements: null, roleIds: [], unused: new Set<string>() }
  if (!existsSync(join(dir, 'site.yaml'))) return { ...nothing, found }
  found.push(
    ...folderProblems(dir, KNOWN_FILES).map((problem) =>
      badInEnglish(problem, msg('Correct the file, then run the doctor again.')),
    ),
  )
  const { navigation, supporters } = await checkPublicPageFiles(files)
  if (community && supporters && settings.discord)
    found.push(...checkSupporters(supporters, settings.discord.botToken !== undefined))
  const rulebooks = await checkRuleFiles(files)
  const announcements = await check(
    () => readAnnouncements(dir, ANNOUNCED),
    (announced) =>
      withValues('announcements.yaml: {events} in {channels}', {
        events: ({ t }) =>
          t({ one: '{count} event', other: '{count} events' }, { count: Object.keys(announced).length }),
        channels: ({ t }) =>
          t({ one: '{count} channel', other: '{count} channels' }, { count: webhooksIn(announced).length }),
      }),
  )
  await checkCodeFiles(files, navigation, community)
  const { discipline, offences } = await checkStaffListFiles(files, navigation)
  if (offences && rulebooks) found.push(...checkOffenceLinks(offences, { ...settings, rulebooks }))
  if (community === null) return { ...nothing, discipline, announcements, found }
  const isEsOn = navigation === null || isOn(navigation.off, 'es')
  const ofRoles = checkRoles(dir, community, { settings, supporters, isEsOn })
  return { ...ofRoles, community, discipline, announcements, found: [...found, ...ofRoles.found] }
}
