import { join } from 'node:path'
import { readAnnouncements } from '#features/announcements/server/gateway.ts'
import { readGlossary, readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { readPictures, readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { readTrouble } from '#features/assistant/server/trouble-file.ts'
import { readCodePhrases, readSynonyms } from '#features/codes/server/gateway.ts'
import { placesOf, readFrontDoor } from '#features/departments/server/gateway.ts'
import { readGameTypes, readReasonTemplates } from '#features/discipline/server/gateway.ts'
import { readRosterContent } from '#features/roster/server/gateway.ts'
import { readSupporterRoles } from '#features/supporters/server/gateway.ts'
import { readCommunity } from '#server/config/community.ts'
import { readNavigation } from '#server/config/navigation.ts'
import { readMedia } from '#server/pages/media.ts'
import { PAGES, pageAt, pagesOf } from './routes.tsx'

/** Reads all that a community's folder says. In development pictures keep their names. Throws `BadConfiguration`. */
export async function readContent(dir: string, { isHashed = true } = {}) {
  const community = readCommunity(dir)
  const frontDoor = readFrontDoor(
    dir,
    PAGES.map(({ path }) => path),
  )
  const pages = pagesOf(placesOf(frontDoor.departments), [])
  return {
    community,
    frontDoor,
    navigation: await readNavigation(dir, (path) => pageAt(pages, path) !== undefined),
    supporterRoles: readSupporterRoles(dir),
    rulebooks: readRulebooks(dir),
    pictures: readPictures(dir),
    glossary: readGlossary(dir),
    outsideTopics: readOutsideTopics(dir),
    trouble: readTrouble(dir),
    announcements: readAnnouncements(dir),
    synonyms: readSynonyms(dir),
    codePhrases: readCodePhrases(dir),
    rosterContent: readRosterContent(dir),
    reasonTemplates: readReasonTemplates(dir),
    gameTypes: readGameTypes(dir),
    media: readMedia(join(dir, 'media'), { isHashed }),
  }
}
