import { endpoints as assistantEndpoints } from '#features/assistant/contract.ts'
import { endpoints as auditEndpoints } from '#features/audit/contract.ts'
import { endpoints as authEndpoints } from '#features/auth/contract.ts'
import { endpoints as codesEndpoints } from '#features/codes/contract.ts'
import { endpoints as departmentsEndpoints } from '#features/departments/contract.ts'
import { endpoints as disciplineEndpoints } from '#features/discipline/contract.ts'
import { endpoints as gameServerEndpoints } from '#features/game-server/contract.ts'
import { endpoints as ingestEndpoints } from '#features/ingest/contract.ts'
import { rosterRoom } from '#features/presence/contract.ts'
import { endpoints as quickLinksEndpoints } from '#features/quick-links/contract.ts'
import { endpoints as rosterEndpoints } from '#features/roster/contract.ts'
import { endpoints as supportersEndpoints } from '#features/supporters/contract.ts'
import { endpoints as trainingEndpoints } from '#features/training/contract.ts'
import { endpoints as trialModsEndpoints } from '#features/trial-mods/contract.ts'
import { endpoints as usersEndpoints } from '#features/users/contract.ts'
import { endpoints as verificationEndpoints } from '#features/verification/contract.ts'
import type { Access } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Room } from '#lib/room.ts'
import { TOPIC_PATHS, type Topic } from '#lib/topics.ts'
import { readApiDocument } from './api-document.ts'

interface Contract {
  /** What these calls are about, in the community's words: a heading of the API page. */
  title: string
  endpoints: readonly Endpoint[]
  rooms?: readonly Room[]
}

/** Every call and room of the site. The API page, the OpenAPI document and the test that knocks are made from it. */
export const CONTRACTS: readonly Contract[] = [
  { title: 'Signing in', endpoints: authEndpoints },
  { title: 'Staff and Development Rosters', endpoints: rosterEndpoints, rooms: [rosterRoom] },
  { title: 'ES Quick Info', endpoints: quickLinksEndpoints },
  { title: 'Users and sessions', endpoints: usersEndpoints },
  { title: 'Audit log', endpoints: auditEndpoints },
  { title: 'Trial Mod Checklist', endpoints: trialModsEndpoints },
  { title: 'Training queue', endpoints: trainingEndpoints },
  { title: 'Staff DA Database', endpoints: disciplineEndpoints },
  { title: 'Supporters', endpoints: supportersEndpoints },
  { title: '10-Codes and Penal Codes', endpoints: codesEndpoints },
  { title: 'Departments and Leadership', endpoints: departmentsEndpoints },
  { title: 'Rules and their assistant', endpoints: assistantEndpoints },
  { title: 'Game server', endpoints: [...gameServerEndpoints, ...ingestEndpoints] },
  { title: 'Verification', endpoints: verificationEndpoints },
  { title: 'This document', endpoints: [readApiDocument] },
]

export const ENDPOINTS = CONTRACTS.flatMap(({ endpoints }) => endpoints)
export const ROOMS = CONTRACTS.flatMap(({ rooms }) => rooms ?? [])

/** Who hears that a topic changed: those who may read its list. Throws where no call reads it. */
export function topicAccess(topic: Topic): Access {
  const list = ENDPOINTS.find(({ method, path }) => method === 'GET' && path === TOPIC_PATHS[topic])
  if (list === undefined) throw new Error(`No call reads ${TOPIC_PATHS[topic]}, the list of ${topic}`)
  return list.access
}
