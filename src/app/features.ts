import { announcements } from '#features/announcements/feature.ts'
import { announcedBy } from '#features/announcements/rules.ts'
import { appeals } from '#features/appeals/feature.ts'
import { assistant } from '#features/assistant/feature.ts'
import { assistantQuestions } from '#features/assistant-questions/feature.ts'
import { audit } from '#features/audit/feature.ts'
import { auth } from '#features/auth/feature.ts'
import type { AuthRoutesDeps } from '#features/auth/server/routes.ts'
import { claims } from '#features/claims/feature.ts'
import { codes } from '#features/codes/feature.ts'
import { departments } from '#features/departments/feature.ts'
import { discipline } from '#features/discipline/feature.ts'
import { doctor } from '#features/doctor/feature.ts'
import { evidence } from '#features/evidence/feature.ts'
import { gameServer } from '#features/game-server/feature.ts'
import { inbox } from '#features/inbox/feature.ts'
import { inboxOf } from '#features/inbox/rules.ts'
import { ingest } from '#features/ingest/feature.ts'
import { movingIn } from '#features/moving-in/feature.ts'
import { offences } from '#features/offences/feature.ts'
import { people } from '#features/people/feature.ts'
import { presence } from '#features/presence/feature.ts'
import { quickLinks } from '#features/quick-links/feature.ts'
import { releases } from '#features/releases/feature.ts'
import { rights } from '#features/rights/feature.ts'
import { roster } from '#features/roster/feature.ts'
import { supporters } from '#features/supporters/feature.ts'
import { training } from '#features/training/feature.ts'
import { trialMods } from '#features/trial-mods/feature.ts'
import { users } from '#features/users/feature.ts'
import { verification } from '#features/verification/feature.ts'
import type { Access } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Topic } from '#lib/topics.ts'
import type { PersonalData } from '#server/database/person.ts'
import type { Feature, Queue } from '#server/feature.ts'
import { readApiDocument } from './api-document.ts'
import type { FeatureLinks } from './feature-links.ts'
import type { AppDeps } from './settings.ts'
import type { Toolkit } from './toolkit.ts'

/** Everything that a feature may be built with. Each feature names the parts that it takes. */
type FeatureDeps = AppDeps &
  Toolkit &
  FeatureLinks &
  Pick<AuthRoutesDeps, 'showProblem' | 'further'> & { queues: Queue[] }

/** The endpoints and data of the site that belong to no feature. */
const site: Feature = {
  name: 'site',
  title: 'This document',
  endpoints: [readApiDocument],
  // Who called how often, for the minutes that a rate limit looks back.
  personalData: { rate_limits: { others: ['key'] } },
}

/** Every feature, in the order of the API page. What other features must know of one is collected from this list. */
export const FEATURES: readonly Feature<FeatureDeps>[] = [
  auth,
  roster,
  people,
  presence,
  quickLinks,
  users,
  rights,
  inbox,
  audit,
  trialMods,
  training,
  discipline,
  offences,
  appeals,
  claims,
  evidence,
  movingIn,
  supporters,
  codes,
  departments,
  assistant,
  assistantQuestions,
  gameServer,
  ingest,
  verification,
  announcements,
  releases,
  doctor,
  site,
]

export const ENDPOINTS = FEATURES.flatMap(({ endpoints }) => endpoints)
/** Every action that may appear in the audit log. */
export const AUDITED: readonly string[] = FEATURES.flatMap(({ audited }) => Object.keys(audited?.actions ?? {}))
/** What the inbox tells people about themselves. */
export const INBOX = inboxOf(FEATURES.flatMap(({ inbox = [] }) => inbox))
/** What is announced in the community's Discord. */
export const ANNOUNCED = announcedBy(FEATURES.flatMap(({ announced = [] }) => announced))
export const ROOMS = FEATURES.flatMap(({ rooms = [] }) => rooms)

/** The endpoints under each heading of the API page. */
export const ENDPOINTS_BY_TITLE = new Map<string, readonly Endpoint[]>()
for (const { title, endpoints } of FEATURES.filter(({ endpoints }) => endpoints.length > 0)) {
  ENDPOINTS_BY_TITLE.set(title, [...(ENDPOINTS_BY_TITLE.get(title) ?? []), ...endpoints])
}

/** The endpoint that lists each topic. */
const LISTS = mapOfOnce(
  'topic',
  ENDPOINTS.flatMap((endpoint) => (endpoint.topic === null ? [] : [[endpoint.topic, endpoint] as const])),
)
export const TOPICS: readonly Topic[] = [...LISTS.keys()]

/** Who is told that a topic changed: everybody who may read its list. Throws if no endpoint lists it. */
export function topicAccess(topic: Topic): Access {
  const list = LISTS.get(topic)
  if (list === undefined) throw new Error(`No endpoint has the topic ${topic}: give it to the one that lists it`)
  return list.access
}

/** The columns with personal data, for every table. */
export const PERSONAL_DATA: PersonalData = Object.fromEntries(
  mapOfOnce(
    'table',
    FEATURES.flatMap(({ personalData = {} }) => Object.entries(personalData)),
  ),
)

/** Builds a map in which each key may be declared by one feature only. Throws on a duplicate. */
function mapOfOnce<K extends string, V>(what: string, pairs: readonly (readonly [K, V])[]): Map<K, V> {
  const map = new Map<K, V>()
  for (const [key, value] of pairs) {
    if (map.has(key)) throw new Error(`The ${what} ${key} is declared twice`)
    map.set(key, value)
  }
  return map
}
