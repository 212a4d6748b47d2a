import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { WrittenRulebook } from '#features/assistant/rules.ts'
import { readGlossary, readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { readPictures, readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { readTrouble } from '#features/assistant/server/trouble-file.ts'
import { PenalCodeFile, SynonymFile, TenCodeFile } from '#features/codes/contract.ts'
import { readCodePhrases, readLaw } from '#features/codes/server/gateway.ts'
import { readPublicContent } from '#features/departments/server/gateway.ts'
import { type Discipline, readDiscipline } from '#features/discipline/server/gateway.ts'
import type { Offence } from '#features/offences/contract.ts'
import { readOffences } from '#features/offences/server/gateway.ts'
import { readQuickLinks } from '#features/quick-links/server/gateway.ts'
import { namesOnRosters } from '#features/roster/content-rules.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { readSupporterRoles } from '#features/supporters/server/gateway.ts'
import { readChecklists } from '#features/trial-mods/server/gateway.ts'
import { readVerificationGroups } from '#features/verification/server/gateway.ts'
import { localeOf } from '#lib/locale.ts'
import type { Translate, Translator } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import { withValues } from '#lib/sentence.ts'
import type { Community } from '#server/config/community.ts'
import { readLook } from '#server/config/look.ts'
import { type NavigationFile, readNavigation } from '#server/config/navigation.ts'
import { isPage } from './content.ts'
import type { FileFindings } from './file-findings.ts'
import { PAGES } from './routes.tsx'

/* Each function here checks the community files of one purpose for the doctor. A file with a mistake answers null. */

/** Checks the files behind the pages that visitors see first. */
export async function checkPublicPageFiles({ dir, check }: FileFindings) {
  const taken = PAGES.map(({ path }) => path)
  await check(
    () => readPublicContent(dir, taken),
    ({ departments, leaders }) =>
      withValues('departments: {pages}; leadership.yaml: {people}', {
        pages: ({ t }) => t({ one: '{count} page', other: '{count} pages' }, { count: departments.length }),
        people: ({ t }) => t({ one: '{count} person', other: '{count} people' }, { count: leaders.team.length }),
      }),
  )
  const navigation = await check(
    () => readNavigation(dir, (path) => isPage(dir, path)),
    () => 'navigation.yaml',
  )
  await check(
    () => readLook(dir),
    ({ style, drawings }) =>
      withValues('look.yaml: {colours} and {drawings} of your own', {
        colours: ({ t }) =>
          t({ one: '{count} colour', other: '{count} colours' }, { count: style.split('--color-').length - 1 }),
        drawings: ({ t }) =>
          t({ one: '{count} drawing', other: '{count} drawings' }, { count: Object.keys(drawings).length }),
      }),
  )
  const supporters = await check(
    () => readSupporterRoles(dir),
    ({ tiers, badges }) =>
      withValues('supporters.yaml: {tiers} and {badges}', {
        tiers: ({ t }) => t({ one: '{count} tier', other: '{count} tiers' }, { count: tiers.length }),
        badges: ({ t }) => t({ one: '{count} badge', other: '{count} badges' }, { count: badges.length }),
      }),
  )
  return { navigation, supporters }
}

/** Checks the files that the assistant answers from. */
export async function checkRuleFiles({ dir, check }: FileFindings): Promise<readonly WrittenRulebook[] | null> {
  const rules = await check(
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
  return rules?.rulebooks ?? null
}

/** Checks the codes and the law that they belong to. */
export async function checkCodeFiles(
  { dir, check, checkList }: FileFindings,
  navigation: NavigationFile | null,
  community: Community | null,
): Promise<void> {
  await checkList('codes/ten-codes.yaml', TenCodeFile, codes)
  await checkList('codes/penal-codes.yaml', PenalCodeFile, codes)
  await checkList('codes/synonyms.yaml', SynonymFile, (t, count) => groups(count)({ t }))
  // A community that turned penal codes off has no law book, unless it wrote law.yaml all the same.
  if (navigation === null || isOn(navigation.off, 'penal-codes') || existsSync(join(dir, 'law.yaml'))) {
    await check(
      () => readLaw(dir).lawIn(localeOf(community?.site ?? { language: 'en' })),
      ({ name, classes }) =>
        withValues('law.yaml: {name} with {classes}', {
          name,
          classes: ({ t }) => t({ one: '{count} class', other: '{count} classes' }, { count: classes.length }),
        }),
    )
  }
  await check(
    () => readCodePhrases(dir),
    ({ ten, penal }) =>
      withValues('codes/asked-as.yaml: phrases for {codes}', { codes: ({ t }) => codes(t, ten.size + penal.size) }),
  )
}

/** Checks the files that say what the lists of the staff may hold. */
export async function checkStaffListFiles(
  { dir, check }: FileFindings,
  navigation: NavigationFile | null,
): Promise<{ discipline: Discipline | null; offences: readonly Offence[] | null }> {
  await check(
    () => readQuickLinks(dir),
    ({ choices, links }) =>
      withValues('quick-links.yaml: {links} in {groups}', {
        links: ({ t }) => t({ one: '{count} link', other: '{count} links' }, { count: links.length }),
        groups: groups(choices.groups.length),
      }),
  )
  const rosterContent = await check(
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
  // The checklists name groups and titles of the roster, so a mistake in the roster is reported first.
  if (rosterContent) {
    await check(
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
  const discipline = await check(
    () => readDiscipline(dir),
    ({ actionTypes, reasonTemplates }) =>
      withValues('discipline.yaml: {types}; da-reasons.yaml: {reasons}', {
        types: ({ t }) =>
          t({ one: '{count} type of action', other: '{count} types of action' }, { count: actionTypes.length }),
        reasons: ({ t }) => t({ one: '{count} reason', other: '{count} reasons' }, { count: reasonTemplates.length }),
      }),
  )
  // The offences name types of action, so they are read only when discipline.yaml has no mistake.
  const offences =
    discipline && existsSync(join(dir, 'offences.yaml'))
      ? await check(
          () => readOffences(dir, discipline),
          ({ length }) =>
            withValues('offences.yaml: {offences}', {
              offences: ({ t }) => t({ one: '{count} offence', other: '{count} offences' }, { count: length }),
            }),
        )
      : null
  await check(
    () => readVerificationGroups(dir),
    ({ length }) => withValues('verification.yaml: {groups}', { groups: groups(length) }),
  )
  return { discipline, offences }
}

const groups =
  (count: number) =>
  ({ t }: Pick<Translator, 't'>) =>
    t({ one: '{count} group', other: '{count} groups' }, { count })

const codes = (t: Translate, count: number) => t({ one: '{count} code', other: '{count} codes' }, { count })
