import type { AskGameServer } from '#features/game-server/server/gateway.ts'
import type { Questions } from '#server/discord/questions.ts'

/** Values of settings by the names of their variables. */
export type Settings = Readonly<Record<string, string>>

/** What became of what somebody entered: settings, or what is wrong by the name of the field. */
export type Checked =
  | {
      settings: Settings
      /** What people call the values that are ids. */
      names?: Settings
      note?: string
    }
  | { problems: Record<string, string> }

/** What was entered: a field may be there several times. */
export type Entered = Pick<URLSearchParams, 'get' | 'getAll'>

export interface StepDeps {
  /** What the environment sets, which goes before everything that is entered. */
  given: Settings
  /** What was entered before. */
  before: Settings
  questions: Questions
  /** Calls the site by its public address. */
  askSelf(origin: string): Promise<'here' | 'elsewhere' | 'unreachable'>
  gameServerAt(address: string): AskGameServer
  communityDir: string
}

/** The four rights, each with the variable of its roles. */
export const RIGHTS = [
  { right: 'owner', variable: 'OWNER_ROLES' },
  { right: 'management', variable: 'MANAGEMENT_ROLES' },
  { right: 'staff', variable: 'STAFF_ROLES' },
  { right: 'es', variable: 'ES_ROLES' },
] as const

export const ID = /^\d{17,20}$/

/** What a field says: the environment's word, else what was entered, else what was entered before. */
export const said = (name: string, entered: Entered, { given, before }: StepDeps) =>
  given[name] ?? (entered.get(name)?.trim() || before[name] || '')
