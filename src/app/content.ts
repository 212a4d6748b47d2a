import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readAnnouncements } from '#features/announcements/server/gateway.ts'
import type { AppealTerms } from '#features/appeals/rules.ts'
import { readAppealTerms } from '#features/appeals/server/gateway.ts'
import { readGlossary, readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { readPictures, readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { readTrouble } from '#features/assistant/server/trouble-file.ts'
import { checkCodes, readCodePhrases, readLaw, readSynonyms } from '#features/codes/server/gateway.ts'
import { type PublicContent, readPublicContent } from '#features/departments/server/gateway.ts'
import { DAYS_TO_APPEAL, minDaysKept } from '#features/discipline/retention-rules.ts'
import { type Discipline, readDiscipline } from '#features/discipline/server/gateway.ts'
import { namesOf } from '#features/discipline/type-rules.ts'
import { readMessageDefaults } from '#features/inbox/server/gateway.ts'
import type { Offence } from '#features/offences/contract.ts'
import { readOffences } from '#features/offences/server/gateway.ts'
import { readQuickLinks } from '#features/quick-links/server/gateway.ts'
import { furtherRosterPlaces, namesOnRosters } from '#features/roster/content-rules.ts'
import type { RosterContent } from '#features/roster/contract.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { readSupporterRoles } from '#features/supporters/server/gateway.ts'
import { readChecklists } from '#features/trial-mods/server/gateway.ts'
import { readVerificationGroups } from '#features/verification/server/gateway.ts'
import { LANGUAGES } from '#lib/languages.ts'
import { localeOf } from '#lib/locale.ts'
import { PAGE_MEDIA } from '#lib/media.ts'
import { HOME_IMAGE } from '#lib/page.ts'
import { isOn } from '#lib/part.ts'
import { type Community, type CommunityOverrides, readCommunity } from '#server/config/community.ts'
import { BadConfiguration } from '#server/config/environment.ts'
import { folderProblems, type KnownFiles } from '#server/config/folder.ts'
import { readLook } from '#server/config/look.ts'
import { MESSAGES_FILE } from '#server/config/messages.ts'
import { readNavigation } from '#server/config/navigation.ts'
import { createReading } from '#server/config/reading.ts'
import { DOCUMENT_MEDIA } from '#server/pages/document.ts'
import { readMedia } from '#server/pages/media.ts'
import { pageAt } from './community-pages.tsx'
import { ANNOUNCED } from './features.ts'
import { isFurtherPage } from './further-page.ts'
import { PAGES } from './routes.tsx'

/** The only hero file that every community must have. The others are smaller versions of it, or films. */
const HERO = '/media/hero-poster.webp'

/** Every file that a community may have. Any other file is reported as a mistake because nothing reads it. */
export const KNOWN_FILES: KnownFiles = {
  files: [
    'announcements.yaml',
    'appeals.yaml',
    'assistant-examples.yaml',
    'assistant.yaml',
    'chat-pictures.yaml',
    'checklists.yaml',
    'codes/asked-as.yaml',
    'codes/penal-codes.yaml',
    'codes/synonyms.yaml',
    'codes/ten-codes.yaml',
    'da-reasons.yaml',
    'departments.yaml',
    'discipline.yaml',
    'glossary.yaml',
    'home.yaml',
    'in-game-actions.yaml',
    'inbox.yaml',
    'law.yaml',
    'leadership.yaml',
    'look.yaml',
    'navigation.yaml',
    'not-in-the-rules.yaml',
    'offences.yaml',
    'quick-links.yaml',
    'rosters.yaml',
    'site.yaml',
    'supporters.yaml',
    'verification.yaml',
    ...LANGUAGES.map((language) => `messages.${language}.yaml`),
  ],
  named: MESSAGES_FILE,
  // The demo's folder may also hold samples to import.
  folders: { demo: '', departments: '.yaml', rules: '.md' },
  media: [...PAGE_MEDIA, ...DOCUMENT_MEDIA]
    .filter((path) => !/^\/media\/(social\/|hero)/.test(path) || [HOME_IMAGE, HERO].includes(path))
    .map((path) => path.slice(1)),
}

/** Whether this community's site can have a page at a path. A page counts even if its file has a mistake. */
export const isPage = (dir: string, path: string): boolean =>
  pageAt(PAGES, path) !== undefined ||
  existsSync(join(dir, 'departments', `${path.slice(1)}.yaml`)) ||
  isFurtherPage(dir, path)

/**
 * Throws where a roster or a capability names a department that does not exist, or a capability names a department
 * without a roster.
 */
function checkDepartments(
  dir: string,
  { capabilityRoles }: Pick<Community, 'capabilityRoles'>,
  { departments }: Pick<PublicContent, 'departments'>,
  content: RosterContent,
): void {
  const slugs = departments.map(({ slug }) => slug)
  const rosters = furtherRosterPlaces(content)
  const withRoster = rosters.flatMap(({ department }) => department ?? [])
  const problems = [
    ...rosters
      .filter(({ department }) => department !== undefined && !slugs.includes(department))
      .map(({ key }) => `${join(dir, 'rosters.yaml')}: rosters.${key}.department: one of ${slugs.join(', ')}`),
    ...capabilityRoles
      .filter(({ department }) => department !== null && !withRoster.includes(department))
      .map(
        ({ capability, department }) =>
          `${join(dir, 'site.yaml')}: capabilities.${capability}: in: ${department}: a department that a roster of rosters.yaml names`,
      ),
  ]
  if (problems.length > 0) throw new BadConfiguration(problems)
}

/** Throws where actions would be removed before the period for their appeal has passed. */
function checkKeeping(
  dir: string,
  { actionKeeping, actionTypes, playerTypes }: Pick<Discipline, 'actionKeeping' | 'actionTypes' | 'playerTypes'>,
  offences: readonly Offence[],
  { types }: Pick<AppealTerms, 'types'>,
): void {
  const problems = (['staff', 'players'] as const).flatMap((family) => {
    const names = namesOf(family === 'staff' ? actionTypes : playerTypes)
    const ofTypes = types.flatMap(({ type, fromDays }) => (names.includes(type) ? (fromDays ?? []) : []))
    const ofOffences = offences.flatMap(({ appeal, ...offence }) =>
      offence.family === family && appeal !== undefined && 'fromDay' in appeal ? appeal.fromDay : [],
    )
    const least = minDaysKept([...ofTypes, ...ofOffences])
    if ((actionKeeping[family] ?? least) >= least) return []
    const why = `some may be appealed only from day ${least - DAYS_TO_APPEAL} on, and ${DAYS_TO_APPEAL} more are for the appeal`
    const orElse = 'Or lower fromDays in appeals.yaml and fromDay in offences.yaml'
    return [`${join(dir, 'discipline.yaml')}: keep.${family}: at least ${least} days: ${why}. ${orElse}`]
  })
  if (problems.length > 0) throw new BadConfiguration(problems)
}

/**
 * Reads everything in a community's folder. In development, pictures keep their file names. Throws `BadConfiguration`
 * with every mistake of every file. Over 60 lines because it is the list of all files, in the order in which one file
 * is checked with another, and a part of it would have to hand on every value that it read.
 */
export async function readContent(
  dir: string,
  { isHashed = true, over }: { isHashed?: boolean; over?: CommunityOverrides } = {},
) {
  if (!existsSync(join(dir, 'site.yaml'))) readCommunity(dir) // throws: it says that this is not the community's folder
  const reading = createReading()
  const { now } = reading
  reading.add(folderProblems(dir, KNOWN_FILES))
  const community = now(() => readCommunity(dir, over))
  const publicContent = now(() =>
    readPublicContent(
      dir,
      PAGES.map(({ path }) => path),
    ),
  )
  const navigation = now(() => readNavigation(dir, (path) => isPage(dir, path)))
  const rosterContent = now(() => readRosterContent(dir))
  now(() => readRosterContent(dir, navigation().off))
  const supporterRoles = now(() => readSupporterRoles(dir))
  const rulebooks = now(() => readRulebooks(dir))
  const pictures = now(() => readPictures(dir))
  const glossary = now(() => readGlossary(dir))
  const outsideTopics = now(() => readOutsideTopics(dir))
  const trouble = now(() => readTrouble(dir))
  const announcements = now(() => readAnnouncements(dir, ANNOUNCED))
  const look = now(() => readLook(dir))
  const law = now(() => readLaw(dir))
  const verificationGroups = now(() => readVerificationGroups(dir))
  const synonyms = now(() => readSynonyms(dir))
  const codePhrases = now(() => readCodePhrases(dir))
  now(() => checkDepartments(dir, community(), publicContent(), rosterContent()))
  const checklists = now(() => readChecklists(dir, namesOnRosters(rosterContent())))
  const discipline = now(() =>
    readDiscipline(
      dir,
      rosterContent().statuses.map(({ name }) => name),
    ),
  )
  const offences = now(() => readOffences(dir, discipline()))
  const appealTerms = now(() => {
    const { actionTypes, playerTypes } = discipline()
    return readAppealTerms(dir, namesOf([...actionTypes, ...playerTypes]))
  })
  now(() => checkKeeping(dir, discipline(), offences(), appealTerms()))
  const messageDefaults = now(() => readMessageDefaults(dir))
  // The database imports codes and links only once, but a mistake in their files is reported at every start.
  const quickLinks = now(() => readQuickLinks(dir))
  now(() => checkCodes(dir))
  reading.end()
  return {
    community: community(),
    publicContent: publicContent(),
    navigation: navigation(),
    supporterRoles: supporterRoles(),
    rulebooks: rulebooks(),
    pictures: pictures(),
    glossary: glossary(),
    outsideTopics: outsideTopics(),
    trouble: trouble(),
    announcements: announcements(),
    law: isOn(navigation().off, 'penal-codes') ? law().lawIn(localeOf(community().site)) : null,
    calculator: law().calculator,
    look: look(),
    verificationGroups: verificationGroups(),
    quickLinkChoices: quickLinks().choices,
    synonyms: synonyms(),
    codePhrases: codePhrases(),
    rosterContent: rosterContent(),
    checklists: checklists(),
    ...discipline(),
    offences: offences(),
    appealTerms: appealTerms(),
    messageDefaults: messageDefaults(),
    media: readMedia(join(dir, 'media'), { isHashed }),
  }
}
