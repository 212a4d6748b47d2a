import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Announcements } from '#features/announcements/rules.ts'
import type { AppealTerms } from '#features/appeals/rules.ts'
import type { Picture, WrittenRulebook } from '#features/assistant/rules.ts'
import type { Embedder, Model } from '#features/assistant/server/gateway.ts'
import type { ChatLimits } from '#features/assistant/server/routes.ts'
import type { IndexRules } from '#features/assistant/server/rule-indexing.ts'
import type { CheckTrouble } from '#features/assistant/server/trouble.ts'
import type { CodePhrases } from '#features/codes/contract.ts'
import type { FrontDoor } from '#features/departments/server/gateway.ts'
import type { Discipline } from '#features/discipline/server/gateway.ts'
import type { OwnTask } from '#features/doctor/contract.ts'
import type { LookAtLink } from '#features/evidence/server/gateway.ts'
import type { AskGameServer } from '#features/game-server/server/gateway.ts'
import type { MessageDefaults } from '#features/inbox/message-rules.ts'
import type { Offence } from '#features/offences/contract.ts'
import type { QuickLinkChoices } from '#features/quick-links/contract.ts'
import type { AskReleases } from '#features/releases/server/gateway.ts'
import type { RosterContent } from '#features/roster/contract.ts'
import type { SupporterRoles } from '#features/supporters/contract.ts'
import type { Checklists } from '#features/trial-mods/contract.ts'
import type { KnownGroup, VerificationProvider } from '#features/verification/server/gateway.ts'
import type { Calculator, Law } from '#lib/law.ts'
import type { Community } from '#server/config/community.ts'
import { fontStyle } from '#server/config/fonts.ts'
import type { Look } from '#server/config/look.ts'
import type { NavigationFile } from '#server/config/navigation.ts'
import type { Database } from '#server/database/database.ts'
import type { Discord } from '#server/discord/discord.ts'
import type { Webhooks } from '#server/discord/webhooks.ts'
import type { Finding } from '#server/finding.ts'
import type { Assets } from '#server/pages/assets.ts'
import type { Media } from '#server/pages/media.ts'
import type { Processes } from '#server/processes/processes.ts'
import type { Renderer } from './render.tsx'

/** All that the site is built from: what the environment and the community's files say, and what `start.ts` opened. */
export interface AppDeps extends Discipline {
  /** The site's origin as browsers see it. */
  origin: string
  /** A stand-in Discord signs people in; every page says so. */
  isDemo: boolean
  /** During development Vite serves the code, made anew at each change. */
  development?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  trustProxy: number
  ownerIds: readonly string[]
  /** Milliseconds. */
  roleMaxAge: number
  /** How long a session lasts at most, in milliseconds; without it as long as is usual. */
  longestSession?: number
  /** How long rows of the audit log are kept, in milliseconds; without it for ever. */
  auditKept?: number
  /** How many bytes the pictures of evidence may take together; without it as many as is usual. */
  evidenceQuota?: number
  community: Community
  navigation: NavigationFile
  look: Look
  /** Null for a community without a law book. */
  law: Law | null
  /** How charges of the law book are added up. */
  calculator: Calculator
  /** Who can be verified. */
  verificationGroups: readonly KnownGroup[]
  /** The groups and icons of quick links. */
  quickLinkChoices: QuickLinkChoices
  frontDoor: FrontDoor
  rulebooks: readonly WrittenRulebook[]
  pictures: readonly Picture[]
  /** Makes what questions to the assistant are looked up in. */
  indexRules: IndexRules
  /** Finds out who needs help instead of a rule. */
  checkTrouble: CheckTrouble
  /** What people call things in the law book. */
  synonyms: readonly (readonly string[])[]
  /** What people look a code up with; the assistant finds it by that. */
  codePhrases: CodePhrases
  /** Which statuses and positions the rosters have. */
  rosterContent: RosterContent
  /** What is punished, and how. */
  offences: readonly Offence[]
  /** The limits of appeals, and within how many days they are decided. */
  appealTerms: AppealTerms
  /** How people are written to in Discord who chose nothing else. */
  messageDefaults: MessageDefaults
  /** The stages of each checklist, and what follows when somebody passes. */
  checklists: Checklists
  media: Media
  /** Words the assistant's answers; `null`: it quotes the rules. */
  model: Model | null
  /** Ranks the rules by meaning; `null`: they are found by their words. */
  embedder: Embedder | null
  chatLimits?: Partial<ChatLimits>
  supporterRoles: SupporterRoles
  announcements: Announcements
  webhooks: Webhooks
  database: Database
  /** Closed with the site. */
  processes: Processes
  discord: Discord
  /** Null where none is configured. */
  verification: VerificationProvider | null
  /** Who brings it may read the numbers at `/metrics`; without one there are none. */
  metricsToken?: string
  /** Such as `1.2.0`. */
  version: string
  /** Null where nobody is asked for newer versions. */
  askReleases: AskReleases | null
  /** Null where no game server is configured. */
  askGameServer: AskGameServer | null
  /** Null where the links of evidence are not looked at: those of the demo lead nowhere. */
  lookAtLink: LookAtLink | null
  clientSecret: string
  /** What the doctor finds, at the database that is open. */
  diagnose: () => Promise<Finding[]>
  /** What a new owner makes their own. */
  ownTasks: () => Promise<OwnTask[]>
  cdnUrl: string
  clock: () => Date
  logger: FastifyBaseLogger
  assets: Assets
  renderer: Renderer
  /** The client build, or null where Vite serves it. */
  clientDir: string | null
}

/** What the community's files say, each picture by the address under which it may be kept. */
export function withMedia(deps: AppDeps): AppDeps {
  const { media, community, frontDoor, supporterRoles, pictures, look, verificationGroups } = deps
  return {
    ...deps,
    community: { ...community, site: media.addressed(community.site) },
    frontDoor: media.addressed(frontDoor),
    look: withFonts(media.addressed(look)),
    verificationGroups: media.addressed(verificationGroups),
    supporterRoles: media.addressed(supporterRoles),
    pictures: pictures.map(({ file, ...picture }) => ({
      ...picture,
      file: media.addressOf(`/media/chat/${file}`).replace('/media/chat/', ''),
    })),
  }
}

const withFonts = (look: Look): Look => ({ ...look, style: look.style + fontStyle(look.fonts) })
