import type { QueryGameServer } from '#features/game-server/server/gateway.ts'
import type { Questions } from '#server/discord/questions.ts'

/** Values of settings by the names of their variables. */
export type Settings = Readonly<Record<string, string>>

/** The result of checking what was entered: settings, or problems by the name of the field. */
export type Checked =
  | {
      settings: Settings
      /** Readable names for values that are ids. */
      names?: Settings
      note?: string
    }
  | { problems: Record<string, string> }

/** The values that were entered. A field may have several values. */
export type Entered = Pick<URLSearchParams, 'get' | 'getAll'>

export interface StepDeps {
  /** Settings from the environment. They override everything that is entered. */
  given: Settings
  /** What was entered in this and earlier steps. */
  before: Settings
  questions: Questions
  /** Calls the site through its public address. */
  askSelf(origin: string): Promise<'here' | 'elsewhere' | 'unreachable'>
  gameServerAt(address: string): QueryGameServer
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

/** The value of a field: from the environment, or else from this form, or else from an earlier answer. */
export const fieldValue = (name: string, entered: Entered, { given, before }: StepDeps) =>
  given[name] ?? (entered.get(name)?.trim() || before[name] || '')
