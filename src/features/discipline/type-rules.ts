import { type Access, allowsRights, can, type Rights } from '#lib/access.ts'
import type { Colour } from '#lib/colour.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'
import { comparisonKey } from '#lib/text.ts'
import type { ApprovalMode } from './approval-rules.ts'

/** The effect of a type on the person while an action of it is in force. */
interface WhileInForce {
  /** The status that the person has on every roster meanwhile, whatever their own status is. */
  rosterStatus?: string | undefined
  blocksPromotion?: boolean | undefined
}

/** A type of action as the community's file describes it. */
export interface ActionType {
  name: string
  /** Other names of the type in spreadsheets. */
  aliases?: readonly string[] | undefined
  colour: Colour
  /** The lowest level that may give this type. Without it, everybody with the capability `discipline.give` may. */
  givenBy?: Extract<Access, 'staff' | 'management' | 'owner'> | undefined
  /** An action of this type without an external reason is between staff: the person does not see it. */
  isBetweenStaff?: boolean | undefined
  /** A second person must approve it. */
  approval?: ApprovalMode | undefined
  /** What it does to the person while it is in force. */
  while?: WhileInForce | undefined
}

export const namesOf = (types: readonly ActionType[]) => types.map(({ name }) => name)

/**
 * Whether an action is between staff: its type allows it and it has no external reason. The person does not know of it.
 */
export const isBetweenStaff = (
  { type, externalReason }: { type: string; externalReason: string | null },
  types: readonly ActionType[],
) => externalReason === null && types.some((one) => one.name === type && one.isBetweenStaff)

/** The type that a word of a spreadsheet stands for. Null when no type has this name. */
export function typeNamed(text: string, types: readonly ActionType[]): string | null {
  const key = comparisonKey(text)
  return (
    types.find(({ name, aliases = [] }) => [name, ...aliases].some((word) => comparisonKey(word) === key))?.name ?? null
  )
}

/**
 * What is wrong with the type of an action. Null when nothing is. An action may keep its type (`before`), however old.
 */
export function typeProblem(type: string, types: readonly ActionType[], before?: string): PlainMessage | null {
  return type === before || types.some(({ name }) => name === type) ? null : msg('Pick one of the types.')
}

/** Whether somebody may give actions of this type. */
export function mayGive(type: string, types: readonly ActionType[], rights: Rights): boolean {
  return allowsRights(types.find(({ name }) => name === type)?.givenBy ?? can('discipline.give'), rights)
}

/**
 * The types that are lighter than the given one. The file lists them from the lightest to the gravest. Types between
 * staff are left out, because they are neither lighter nor graver than others. A type that the file no longer has has
 * no lighter types.
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

/**
 * When a type needs approval by a second person. Undefined when it needs none, or when the community no longer has the
 * type.
 */
export function approvalOf(type: string, types: readonly ActionType[]): ApprovalMode | undefined {
  return types.find(({ name }) => name === type)?.approval
}

/** Sorts by type in the community's order. Types that the community no longer has come last. */
export function inTypeOrder<T>(all: readonly T[], typeOf: (one: T) => string, types: readonly ActionType[]): T[] {
  const names = namesOf(types)
  const rank = (one: T) => (names.indexOf(typeOf(one)) + names.length + 1) % (names.length + 1)
  return all.toSorted((a, b) => rank(a) - rank(b))
}

/** The colour of a type. It is `plain` when the community no longer has the type. */
export function typeColour(type: string, types: readonly ActionType[]): Colour {
  return types.find(({ name }) => name === type)?.colour ?? 'plain'
}

/**
 * The names and aliases that are read the same as those of another type, each with its path and what to write there.
 */
export function typeContentProblems(
  family: 'types' | 'players',
  types: readonly ActionType[],
): { path: (string | number)[]; message: string }[] {
  const first = new Map<string, { word: string; index: number }>()
  return types.flatMap(({ name, aliases = [] }, index) =>
    [name, ...aliases].flatMap((word, at) => {
      const path = [family, index, ...(at === 0 ? ['name'] : ['aliases', at - 1])]
      const key = comparisonKey(word)
      if (key === '') return [{ path, message: `a name with letters or digits, not "${word}"` }]
      const other = first.get(key)
      first.set(key, other ?? { word, index })
      return other === undefined || (other.index === index && at > 0)
        ? []
        : [{ path, message: `a name that nothing else has: "${word}" is read as "${other.word}"` }]
    }),
  )
}
