import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type * as core from 'zod/v4/core'
import { type Announcements, webhooksIn } from '#features/announcements/rules.ts'
import { readAnnouncements } from '#features/announcements/server/gateway.ts'
import { readGlossary, readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { readPictures, readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { readTrouble } from '#features/assistant/server/trouble-file.ts'
import { PenalCodeFile, SynonymFile, TenCodeFile } from '#features/codes/contract.ts'
import { readCodePhrases, readLaw } from '#features/codes/server/gateway.ts'
import { placesOf, readFrontDoor } from '#features/departments/server/gateway.ts'
import { readDiscipline } from '#features/discipline/server/gateway.ts'
import { readQuickLinks } from '#features/quick-links/server/gateway.ts'
import { namesOnRoster } from '#features/roster/content-rules.ts'
import { isRosterPage, readRosterContent } from '#features/roster/server/gateway.ts'
import { readSupporterRoles } from '#features/supporters/server/gateway.ts'
import { readChecklist } from '#features/trial-mods/server/gateway.ts'
import { readVerificationGroups } from '#features/verification/server/gateway.ts'
import { localeOf } from '#lib/locale.ts'
import { counted } from '#lib/text.ts'
import { type Community, type CommunityOverrides, readCommunity } from '#server/config/community.ts'
import { BadConfiguration, type Environment } from '#server/config/environment.ts'
import { folderProblems } from '#server/config/folder.ts'
import { isLeftover } from '#server/config/leftovers.ts'
import { readLook } from '#server/config/look.ts'
import { readNavigation } from '#server/config/navigation.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { Finding, NamedRole } from '#server/discord/check.ts'
import { KNOWN_FILES } from './content.ts'
import { checkSupporters } from './content-findings.ts'
import { bad, good } from './findings.ts'
import { PAGES, pageAt, pagesOf } from './routes.tsx'

const RIGHTS = ['owner', 'management', 'staff', 'es'] as const

/** Turns what a step throws for people into findings; anything else is ours to fix and goes on. */
export function problemsOf(error: unknown, fix: string): Finding[] {
  if (error instanceof BadConfiguration) return error.problems.map((problem) => bad(problem, fix))
  throw error
}

/** Every text of the community, by its path in the folder. */
export function textsOf(dir: string): { name: string; text: string }[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(yaml|md)$/.test(name) && !isLeftover(basename(name)))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(dir, name), 'utf8') }))
}

/** What the community's files say; of one that is wrong nothing is known. */
export interface CheckedCommunity {
  community: Community | null
  announcements: Announcements | null
  roleIds: NamedRole[]
  /** Roles of site.yaml that settings go before. */
  unused: ReadonlySet<string>
  found: Finding[]
}

/** Every file of the community that a start reads. */
export async function checkCommunity(
  dir: string,
  settings: Pick<Environment, 'discord'> & CommunityOverrides,
): Promise<CheckedCommunity> {
  const { discord } = settings
  const found: Finding[] = []
  async function look<T>(read: () => T | Promise<T>, say: (said: T) => string): Promise<T | null> {
    try {
      // To read a file takes up to a fifth of a second: where the site runs, visitors are answered between two.
      await setImmediate()
      const said = await read()
      found.push(good(say(said)))
      return said
    } catch (error) {
      found.push(...problemsOf(error, 'Correct the line, then ask the doctor again.'))
      return null
    }
  }
  async function lookAtList<S extends core.$ZodType<unknown[]>>(name: string, schema: S, what: string): Promise<void> {
    const file = join(dir, name)
    if (existsSync(file))
      await look(
        () => readYaml(file, schema),
        ({ length }) => `${name}: ${counted(length, what)}`,
      )
  }

  const community = await look(
    () => readCommunity(dir, settings),
    ({ site }) => `community: ${site.name}`,
  )
  if (community === null) return { community, announcements: null, roleIds: [], unused: new Set(), found }
  found.push(
    ...folderProblems(dir, KNOWN_FILES).map((problem) => bad(problem, 'Correct the file, then ask the doctor again.')),
  )
  const taken = PAGES.map(({ path }) => path)
  const frontDoor = await look(
    () => readFrontDoor(dir, taken),
    ({ departments, leaders }) =>
      `departments: ${counted(departments.length, 'page')}; leadership.yaml: ${counted(leaders.data.length, 'person', 'people')}`,
  )
  const pages = pagesOf({ departments: frontDoor ? placesOf(frontDoor.departments) : [], off: [] })
  const navigation =
    frontDoor &&
    (await look(
      () => readNavigation(dir, (path) => pageAt(pages, path) !== undefined || isRosterPage(dir, path)),
      () => 'navigation.yaml',
    ))
  await look(
    () => readLook(dir),
    ({ style, drawings }) =>
      `look.yaml: ${counted(style.split('--color-').length - 1, 'colour')} and ${counted(Object.keys(drawings).length, 'drawing')} of your own`,
  )
  const supporters = await look(
    () => readSupporterRoles(dir),
    ({ tiers, badges }) => `supporters.yaml: ${counted(tiers.length, 'tier')} and ${counted(badges.length, 'badge')}`,
  )
  if (supporters && discord) found.push(...checkSupporters(supporters, discord.botToken !== undefined))
  await look(
    async () => {
      const [rulebooks, pictures] = [readRulebooks(dir), readPictures(dir)]
      await setImmediate()
      const glossary = readGlossary(dir)
      await setImmediate()
      const [outside, trouble] = [readOutsideTopics(dir), readTrouble(dir)]
      return { rulebooks, pictures, glossary, outside, trouble }
    },
    ({ rulebooks, pictures, glossary, outside, trouble }) =>
      `rules: ${counted(rulebooks.length, 'rulebook')}, ${counted(pictures.length, 'picture')} for the assistant; glossary.yaml: ${counted(glossary.same.length, 'group')}; not-in-the-rules.yaml: ${counted(outside.length, 'topic')}; assistant.yaml: ${counted(trouble.replies.length, 'reply', 'replies')} to people in trouble`,
  )
  const announcements = await look(
    () => readAnnouncements(dir),
    (said) =>
      `announcements.yaml: ${counted(Object.keys(said).length, 'event')} in ${counted(webhooksIn(said).length, 'channel')}`,
  )
  await lookAtList('codes/ten-codes.yaml', TenCodeFile, 'code')
  await lookAtList('codes/penal-codes.yaml', PenalCodeFile, 'code')
  await lookAtList('codes/synonyms.yaml', SynonymFile, 'group')
  await look(
    () => readLaw(dir)(localeOf(community.site)),
    ({ name, classes }) => `law.yaml: ${name} with ${counted(classes.length, 'class', 'classes')}`,
  )
  await look(
    () => readCodePhrases(dir),
    ({ ten, penal }) => `codes/asked-as.yaml: phrases for ${counted(ten.size + penal.size, 'code')}`,
  )
  await look(
    () => readQuickLinks(dir),
    ({ choices, links }) =>
      `quick-links.yaml: ${counted(links.length, 'link')} in ${counted(choices.groups.length, 'group')}`,
  )
  await look(
    () => readRosterContent(dir, navigation?.off),
    ({ statuses, rosters }) =>
      `rosters.yaml: ${counted(statuses.length, 'status', 'statuses')}; ${Object.values(rosters)
        .map(({ title, groups }) => `${title} with ${counted(groups.length, 'group')}`)
        .join(', ')}`,
  )
  await look(
    () => readChecklist(dir, namesOnRoster(readRosterContent(dir), 'roster')),
    ({ title, stages }) => `checklists.yaml: ${title} with ${counted(stages.length, 'stage')}`,
  )
  await look(
    () => readDiscipline(dir),
    ({ actionTypes, reasonTemplates }) =>
      `discipline.yaml: ${counted(actionTypes.length, 'type')} of action; da-reasons.yaml: ${counted(reasonTemplates.length, 'reason')}`,
  )
  await look(
    () => readVerificationGroups(dir),
    (groups) => `verification.yaml: ${counted(groups.length, 'group')}`,
  )
  const { roles, verifiedRole } = community
  const empty = Object.entries(roles).filter(([right, ids]) => ids.length === 0 && !(right in settings.roles))
  if (empty.length > 0) {
    found.push(
      bad(`no Discord role gives ${empty.map(([right]) => right).join(', ')}`, 'Name one in site.yaml, roles.'),
    )
  }
  const ofSupporters = supporters ? [...supporters.tiers, ...supporters.badges] : []
  const roleIds = [
    ...Object.entries(settings.roles).flatMap(([right, ids]) =>
      ids.map((id) => ({ id, use: right, file: `${right.toUpperCase()}_ROLES`, line: 1 })),
    ),
    ...namedIn(dir, 'site.yaml', [
      ...Object.entries(roles).flatMap(([right, ids]) =>
        right in settings.roles ? [] : ids.map((id) => ({ id, use: right })),
      ),
      ...(verifiedRole ? [{ id: verifiedRole, use: 'verifiedRole' }] : []),
    ]),
    ...namedIn(
      dir,
      'supporters.yaml',
      ofSupporters.flatMap(({ label, roles: ids }) => ids.map((id) => ({ id, use: label }))),
    ),
  ]
  const own = readCommunity(dir).roles
  const unused = new Set(RIGHTS.flatMap((right) => (settings.roles[right] === undefined ? [] : own[right])))
  return { community, announcements, roleIds, unused, found }
}

/** With the line of the file on which each role stands. */
function namedIn(dir: string, file: string, roles: readonly { id: string; use: string }[]): NamedRole[] {
  if (roles.length === 0) return []
  const lines = readFileSync(join(dir, file), 'utf8').split('\n')
  return roles.map(({ id, use }) => {
    const at = lines.findIndex((line) => line.includes(id) && !/^\s*#/.test(line))
    return { id, use, file, line: at + 1 }
  })
}
