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
import type { PublicContent } from '#features/departments/server/gateway.ts'
import type { Discipline } from '#features/discipline/server/gateway.ts'
import type { OwnTask } from '#features/doctor/contract.ts'
import type { CheckLink } from '#features/evidence/server/gateway.ts'
import type { QueryGameServer } from '#features/game-server/server/gateway.ts'
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

/** Everything that the site is built from: the environment, the community's files, and what `start.ts` opened. */
export interface AppDeps extends Discipline {
  /** The site's origin as browsers see it. */
  origin: string
  /** In the demo, a stand-in for Discord signs people in. Every page says so. */
  isDemo: boolean
  /** In development, Vite serves the code and rebuilds it at each change. */
  development?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  trustProxy: number
  ownerIds: readonly string[]
  /** How long the roles of a person are trusted without news from Discord, in milliseconds. */
  roleMaxAge: number
  /** The longest time that a session lasts, in milliseconds. Undefined: the default. */
  longestSession?: number
  /** How long rows of the audit log are kept, in milliseconds. Undefined: for ever. */
  auditKept?: number
  /** How many bytes the pictures of evidence may use together. Undefined: the default. */
  evidenceQuota?: number
  community: Community
  navigation: NavigationFile
  look: Look
  /** Null for a community without a law book. */
  law: Law | null
  /** How the calculator adds up charges of the law book. */
  calculator: Calculator
  /** The groups of people who can be verified. */
  verificationGroups: readonly KnownGroup[]
  /** The groups and icons of quick links. */
  quickLinkChoices: QuickLinkChoices
  publicContent: PublicContent
  rulebooks: readonly WrittenRulebook[]
  pictures: readonly Picture[]
  /** Builds the index in which the assistant looks up questions. */
  indexRules: IndexRules
  /** Recognises questions of people who need help instead of a rule. */
  checkTrouble: CheckTrouble
  /** The everyday words for things in the law book, grouped with the words of the law book. */
  synonyms: readonly (readonly string[])[]
  /** The everyday phrases by which the assistant finds a code. */
  codePhrases: CodePhrases
  /** The statuses and positions of the rosters. */
  rosterContent: RosterContent
  /** The catalogue of offences, and the punishment for each. */
  offences: readonly Offence[]
  /** The limits of appeals, and the number of days within which they are decided. */
  appealTerms: AppealTerms
  /** Which messages in Discord people get by default, and when. */
  messageDefaults: MessageDefaults
  /** The stages of each checklist, and the promotion of people who pass it. */
  checklists: Checklists
  media: Media
  /** The language model that words the assistant's answers. `null`: the assistant quotes the rules. */
  model: Model | null
  /** The model that ranks rules by their meaning. `null`: the assistant finds rules by their words. */
  embedder: Embedder | null
  chatLimits?: Partial<ChatLimits>
  supporterRoles: SupporterRoles
  announcements: Announcements
  webhooks: Webhooks
  database: Database
  /** The connection to the other processes of the site. It is closed with the site. */
  processes: Processes
  discord: Discord
  /** Null when no provider is configured. */
  verification: VerificationProvider | null
  /** The token with which monitors read `/metrics`. Undefined: there are no metrics. */
  metricsToken?: string
  /** A version such as `1.2.0`. */
  version: string
  /** Null when the site does not look for newer versions. */
  askReleases: AskReleases | null
  /** Null when no game server is configured. */
  queryGameServer: QueryGameServer | null
  /** Null in the demo, where the links of evidence are not checked because they lead nowhere. */
  checkLink: CheckLink | null
  clientSecret: string
  /** Collects the doctor's findings, with the database that is already open. */
  diagnose: () => Promise<Finding[]>
  /** The tasks with which a new owner makes the site their own. */
  ownTasks: () => Promise<OwnTask[]>
  cdnUrl: string
  clock: () => Date
  logger: FastifyBaseLogger
  assets: Assets
  renderer: Renderer
  /** The folder of the client build. Null when Vite serves the client. */
  clientDir: string | null
}

/** The same settings, with each picture under the address at which browsers may cache it. */
export function withMedia(deps: AppDeps): AppDeps {
  const { media, community, publicContent, supporterRoles, pictures, look, verificationGroups } = deps
  return {
    ...deps,
    community: { ...community, site: media.addressed(community.site) },
    publicContent: media.addressed(publicContent),
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
