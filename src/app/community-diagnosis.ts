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
import { readFrontDoor } from '#features/departments/server/gateway.ts'
import { readDiscipline } from '#features/discipline/server/gateway.ts'
import { readQuickLinks } from '#features/quick-links/server/gateway.ts'
import { namesOnRosters } from '#features/roster/content-rules.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { readSupporterRoles } from '#features/supporters/server/gateway.ts'
import { readChecklists } from '#features/trial-mods/server/gateway.ts'
import { readVerificationGroups } from '#features/verification/server/gateway.ts'
import { localeOf } from '#lib/locale.ts'
import { msg, type Say, type Speech } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import { type Sentence, withValues } from '#lib/sentence.ts'
import { type Community, type CommunityOverrides, readCommunity } from '#server/config/community.ts'
import { BadConfiguration, type Environment } from '#server/config/environment.ts'
import { folderProblems } from '#server/config/folder.ts'
import { isLeftover } from '#server/config/leftovers.ts'
import { readLook } from '#server/config/look.ts'
import { readNavigation } from '#server/config/navigation.ts'
import { readYaml } from '#server/config/yaml.ts'
import type { NamedRole } from '#server/discord/check.ts'
import { bad, badInEnglish, type Finding, good } from '#server/finding.ts'
import { isPage, KNOWN_FILES } from './content.ts'
import { checkSupporters } from './content-findings.ts'
import { PAGES } from './routes.tsx'

const RIGHTS = ['owner', 'management', 'staff', 'es'] as const

/** Turns what a step throws for people into findings; anything else is ours to fix and goes on. */
export function problemsOf(error: unknown, fix: Sentence): Finding[] {
  if (error instanceof BadConfiguration) return error.problems.map((problem) => badInEnglish(problem, fix))
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
  async function look<T>(read: () => T | Promise<T>, say: (said: T) => Sentence): Promise<T | null> {
    try {
      // To read a file takes up to a fifth of a second: where the site runs, visitors are answered between two.
      await setImmediate()
      const said = await read()
      found.push(good(say(said)))
      return said
    } catch (error) {
      found.push(...problemsOf(error, msg('Correct the line, then ask the doctor again.')))
      return null
    }
  }
  async function lookAtList<S extends core.$ZodType<unknown[]>>(
    name: string,
    schema: S,
    what: (t: Say, count: number) => string,
  ): Promise<void> {
    const file = join(dir, name)
    if (existsSync(file))
      await look(
        () => readYaml(file, schema),
        ({ length }) => withValues('{name}: {count}', { name, count: ({ t }) => what(t, length) }),
      )
  }

  const community = await look(
    () => readCommunity(dir, settings),
    ({ site }) => withValues('community: {name}', { name: site.name }),
  )
  const nothing = { community: null, announcements: null, roleIds: [], unused: new Set<string>() }
  if (!existsSync(join(dir, 'site.yaml'))) return { ...nothing, found }
  found.push(
    ...folderProblems(dir, KNOWN_FILES).map((problem) =>
      badInEnglish(problem, msg('Correct the file, then ask the doctor again.')),
    ),
  )
  const taken = PAGES.map(({ path }) => path)
  await look(
    () => readFrontDoor(dir, taken),
    ({ departments, leaders }) =>
      withValues('departments: {pages}; leadership.yaml: {people}', {
        pages: ({ t }) => t({ one: '{count} page', other: '{count} pages' }, { count: departments.length }),
        people: ({ t }) => t({ one: '{count} person', other: '{count} people' }, { count: leaders.team.length }),
      }),
  )
  const navigation = await look(
    () => readNavigation(dir, (path) => isPage(dir, path)),
    () => 'navigation.yaml',
  )
  await look(
    () => readLook(dir),
    ({ style, drawings }) =>
      withValues('look.yaml: {colours} and {drawings} of your own', {
        colours: ({ t }) =>
          t({ one: '{count} colour', other: '{count} colours' }, { count: style.split('--color-').length - 1 }),
        drawings: ({ t }) =>
          t({ one: '{count} drawing', other: '{count} drawings' }, { count: Object.keys(drawings).length }),
      }),
  )
  const supporters = await look(
    () => readSupporterRoles(dir),
    ({ tiers, badges }) =>
      withValues('supporters.yaml: {tiers} and {badges}', {
        tiers: ({ t }) => t({ one: '{count} tier', other: '{count} tiers' }, { count: tiers.length }),
        badges: ({ t }) => t({ one: '{count} badge', other: '{count} badges' }, { count: badges.length }),
      }),
  )
  if (community && supporters && discord) found.push(...checkSupporters(supporters, discord.botToken !== undefined))
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
      withValues(
        'rules: {books}, {pictures} for the assistant; glossary.yaml: {groups}; not-in-the-rules.yaml: {topics}; assistant.yaml: {replies} to people in trouble',
        {
          books: ({ t }) => t({ one: '{count} rulebook', other: '{count} rulebooks' }, { count: rulebooks.length }),
          pictures: ({ t }) => t({ one: '{count} picture', other: '{count} pictures' }, { count: pictures.length }),
          groups: groups(glossary.same.length),
          topics: ({ t }) => t({ one: '{count} topic', other: '{count} topics' }, { count: outside.length }),
          replies: ({ t }) => t({ one: '{count} reply', other: '{count} replies' }, { count: trouble.replies.length }),
        },
      ),
  )
  const announcements = await look(
    () => readAnnouncements(dir),
    (said) =>
      withValues('announcements.yaml: {events} in {channels}', {
        events: ({ t }) => t({ one: '{count} event', other: '{count} events' }, { count: Object.keys(said).length }),
        channels: ({ t }) =>
          t({ one: '{count} channel', other: '{count} channels' }, { count: webhooksIn(said).length }),
      }),
  )
  await lookAtList('codes/ten-codes.yaml', TenCodeFile, codes)
  await lookAtList('codes/penal-codes.yaml', PenalCodeFile, codes)
  await lookAtList('codes/synonyms.yaml', SynonymFile, (t, count) => groups(count)({ t }))
  // Without penal codes there is no law book but one that somebody wrote all the same.
  if (navigation === null || isOn(navigation.off, 'penal-codes') || existsSync(join(dir, 'law.yaml'))) {
    await look(
      () => readLaw(dir).lawIn(localeOf(community?.site ?? { language: 'en' })),
      ({ name, classes }) =>
        withValues('law.yaml: {name} with {classes}', {
          name,
          classes: ({ t }) => t({ one: '{count} class', other: '{count} classes' }, { count: classes.length }),
        }),
    )
  }
  await look(
    () => readCodePhrases(dir),
    ({ ten, penal }) =>
      withValues('codes/asked-as.yaml: phrases for {codes}', { codes: ({ t }) => codes(t, ten.size + penal.size) }),
  )
  await look(
    () => readQuickLinks(dir),
    ({ choices, links }) =>
      withValues('quick-links.yaml: {links} in {groups}', {
        links: ({ t }) => t({ one: '{count} link', other: '{count} links' }, { count: links.length }),
        groups: groups(choices.groups.length),
      }),
  )
  const rosterContent = await look(
    () => readRosterContent(dir, navigation?.off),
    ({ statuses, rosters }) =>
      withValues('rosters.yaml: {statuses}; {rosters}', {
        statuses: ({ t }) => t({ one: '{count} status', other: '{count} statuses' }, { count: statuses.length }),
        rosters: ({ t }) =>
          Object.values(rosters)
            .map((roster) =>
              t('{title} with {parts}', { title: roster.title, parts: groups(roster.groups.length)({ t }) }),
            )
            .join(', '),
      }),
  )
  // It names groups and titles of the roster, so a mistake there is said first.
  if (rosterContent) {
    await look(
      () => readChecklists(dir, namesOnRosters(rosterContent)),
      (checklists) =>
        withValues('checklists.yaml: {checklists}', {
          checklists: ({ t }) =>
            Object.values(checklists)
              .map(({ title, stages }) =>
                t('{title} with {parts}', {
                  title,
                  parts: t({ one: '{count} stage', other: '{count} stages' }, { count: stages.length }),
                }),
              )
              .join(', '),
        }),
    )
  }
  await look(
    () => readDiscipline(dir),
    ({ actionTypes, reasonTemplates }) =>
      withValues('discipline.yaml: {types}; da-reasons.yaml: {reasons}', {
        types: ({ t }) =>
          t({ one: '{count} type of action', other: '{count} types of action' }, { count: actionTypes.length }),
        reasons: ({ t }) => t({ one: '{count} reason', other: '{count} reasons' }, { count: reasonTemplates.length }),
      }),
  )
  await look(
    () => readVerificationGroups(dir),
    ({ length }) => withValues('verification.yaml: {groups}', { groups: groups(length) }),
  )
  if (community === null) return { ...nothing, announcements, found }
  const { roles, verifiedRole } = community
  const isEsOn = navigation === null || isOn(navigation.off, 'es')
  // The group is a community's choice: without it staff alone have what it opens.
  if (roles.es.length === 0 && isEsOn) {
    found.push(good(msg('no Discord role gives the right es: only staff open the quick links')))
  }
  const empty = Object.entries(roles).filter(
    ([right, ids]) => right !== 'es' && ids.length === 0 && !(right in settings.roles),
  )
  if (empty.length > 0) {
    found.push(
      bad(
        withValues('no Discord role gives the right {rights}', {
          rights: empty.map(([right]) => right).join(', '),
        }),
        msg('Name one in site.yaml, roles.'),
      ),
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

const groups =
  (count: number) =>
  ({ t }: Pick<Speech, 't'>) =>
    t({ one: '{count} group', other: '{count} groups' }, { count })

const codes = (t: Say, count: number) => t({ one: '{count} code', other: '{count} codes' }, { count })

/** With the line of the file on which each role stands. */
function namedIn(dir: string, file: string, roles: readonly { id: string; use: string }[]): NamedRole[] {
  if (roles.length === 0) return []
  const lines = readFileSync(join(dir, file), 'utf8').split('\n')
  return roles.map(({ id, use }) => {
    const at = lines.findIndex((line) => line.includes(id) && !/^\s*#/.test(line))
    return { id, use, file, line: at + 1 }
  })
}
