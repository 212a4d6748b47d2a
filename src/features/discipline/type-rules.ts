import { type Access, allowsRights, can, type Rights } from '#lib/access.ts'
import type { Colour } from '#lib/colour.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import { keyOf } from '#lib/text.ts'
import type { ApprovalMode } from './approval-rules.ts'

/** What a type does to the person while an action of it is in force. */
interface WhileInForce {
  /** The status that they have on every roster, whatever they had before. */
  rosterStatus?: string | undefined
  blocksPromotion?: boolean | undefined
}

/** A type of action as the community's file describes it. */
export interface ActionType {
  name: string
  /** What else spreadsheets call it. */
  aliases?: readonly string[] | undefined
  colour: Colour
  /** Who may give it, and everyone above them; staff unless said. */
  givenBy?: Extract<Access, 'staff' | 'management' | 'owner'> | undefined
  /** Without a word for the person it is between staff: they do not see it. */
  isBetweenStaff?: boolean | undefined
  /** A second person must approve it. */
  approval?: ApprovalMode | undefined
  /** What it does to the person while it is in force. */
  while?: WhileInForce | undefined
}

export const namesOf = (types: readonly ActionType[]) => types.map(({ name }) => name)

/** Whether an action is between staff: without a word for the person it is about they do not know of it. */
export const isBetweenStaff = (
  { type, externalReason }: { type: string; externalReason: string | null },
  types: readonly ActionType[],
) => externalReason === null && types.some((one) => one.name === type && one.isBetweenStaff)

/** The type that a spreadsheet means; null for a word that no type has. */
export function typeNamed(text: string, types: readonly ActionType[]): string | null {
  const key = keyOf(text)
  return types.find(({ name, aliases = [] }) => [name, ...aliases].some((word) => keyOf(word) === key))?.name ?? null
}

/** What is wrong with the type of an action; null when it is fine. What stands there before stays, however old. */
export function typeProblem(type: string, types: readonly ActionType[], before?: string): PlainMessage | null {
  return type === before || types.some(({ name }) => name === type) ? null : msg('Pick one of the types.')
}

/** Whether somebody may give actions of this type. */
export function mayGive(type: string, types: readonly ActionType[], rights: Rights): boolean {
  return allowsRights(types.find(({ name }) => name === type)?.givenBy ?? can('discipline.give'), rights)
}

/**
 * The types below another one, which the file lists from the lightest to the gravest. What is between staff stands
 * apart: it is neither lighter nor graver than anything. Nothing is known to be lighter than a type that the file no
 * longer has.
 */
export function lighterTypes<T extends Pick<ActionType, 'name' | 'isBetweenStaff'>>(type: string, types: readonly T[]) {
  const ladder = types.filter(({ isBetweenStaff }) => !isBetweenStaff)
  return ladder.slice(
    0,
    Math.max(
      0,
      ladder.findIndex(({ name }) => name === type),
    ),
  )
}

/** Whether a type must be approved by a second person, and when; one that the community no longer has need not. */
export function approvalOf(type: string, types: readonly ActionType[]): ApprovalMode | undefined {
  return types.find(({ name }) => name === type)?.approval
}

/** Types in the order of the community; those that it no longer has follow. */
export function inTypeOrder<T>(all: readonly T[], typeOf: (one: T) => string, types: readonly ActionType[]): T[] {
  const names = namesOf(types)
  const rank = (one: T) => (names.indexOf(typeOf(one)) + names.length + 1) % (names.length + 1)
  return all.toSorted((a, b) => rank(a) - rank(b))
}

/** The colour of a type; one that the community no longer has has none. */
export function typeColour(type: string, types: readonly ActionType[]): Colour {
  return types.find(({ name }) => name === type)?.colour ?? 'plain'
}

/** Types of which a name or an alias is read as another one's, by their place, each with what to write there. */
export function typeContentProblems(
  family: 'types' | 'players',
  types: readonly ActionType[],
): { path: (string | number)[]; message: string }[] {
  const first = new Map<string, { word: string; index: number }>()
  return types.flatMap(({ name, aliases = [] }, index) =>
    [name, ...aliases].flatMap((word, at) => {
      const path = [family, index, ...(at === 0 ? ['name'] : ['aliases', at - 1])]
      const key = keyOf(word)
      if (key === '') return [{ path, message: `a name with letters or digits, not "${word}"` }]
      const other = first.get(key)
      first.set(key, other ?? { word, index })
      return other === undefined || (other.index === index && at > 0)
        ? []
        : [{ path, message: `a name that nothing else has: "${word}" is read as "${other.word}"` }]
    }),
  )
}
