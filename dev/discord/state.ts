import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonOrNull } from '#lib/json.ts'
import type { Authorizations } from './authorizations.ts'
import type { StandInGuild, StandInPerson } from './guild.ts'

/** The state that all parts of the stand-in share. */
export interface StandInState {
  applicationName: string
  redirectUri: string
  clientId: string
  clientSecret: string
  botToken: string
  guild: StandInGuild
  authorizations: Authorizations
  banned: Set<string>
  trouble: Trouble
}

/** The failures that the stand-in was told to simulate. */
export interface Trouble {
  isDown: boolean
  delayMs: number
  botIsRemoved: boolean
  /** Whether the bot lacks the permission to manage roles. */
  botIsPowerless: boolean
  /** "Server Members Intent" of the application. */
  allowsMembers: boolean
  flood: { retryAfterSeconds: number; callsLeft: number } | null
}

export function findPerson({ guild }: StandInState, id: string): StandInPerson | null {
  return guild.people.find((person) => person.id === id) ?? null
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://stand-in').searchParams
}

export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
}

/** Parses JSON bodies. A body that is no JSON is null. */
export function acceptJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) =>
    done(null, jsonOrNull(String(text))),
  )
}
