import type { FoundPerson } from '#features/auth/contract.ts'
import { useFindPeople } from '#features/auth/web/queries.ts'
import { useOwnId } from '#features/auth/web/use-own-id.ts'
import { discordIdProblem } from '#lib/discord-id.ts'
import { t } from '#lib/messages.ts'
import { useDebounced } from '#web/use-debounced.ts'
import type { CountedPerson } from '../contract.ts'
import { useActionPeople } from './queries.ts'
import { useFamily } from './use-family.ts'
import { playerOf, useSubjects } from './use-subjects.ts'

/** A person who can be chosen, from any part of the page that knows people. */
export interface KnownPerson {
  id: string
  name: string
  /** Another text that finds the person, such as a callsign or an identifier of the game. */
  note: string | null
}

/** The people to choose from while a text is typed, without the viewer. The field hides those that do not match. */
export function usePersonChoices(typed: string, people: readonly KnownPerson[]) {
  const family = useFamily()
  const sought = useDebounced(typed, 200).trim()
  const recorded = useActionPeople(sought).data?.users ?? []
  const known = useFindPeople(sought, sought !== '').data?.data ?? []
  const players = useSubjects(family.name === 'players' ? sought : '').data?.data ?? []
  const ownId = useOwnId()
  // Nobody logs an action against themselves.
  return choicesOf(typed, [...people, ...players.map(playerOf)], known, recorded).filter(({ id }) => id !== ownId)
}

/**
 * The roster comes first, then other people whom the site knows, people who have actions, and a complete Discord ID
 * that is new here.
 */
function choicesOf(
  typed: string,
  people: readonly KnownPerson[],
  known: readonly FoundPerson[],
  recorded: readonly CountedPerson[],
): (KnownPerson & { texts: readonly string[] })[] {
  const found = [
    ...people,
    ...known.map(({ id, name, callsign }) => ({ id, name, note: callsign })),
    ...recorded.map(({ id, name }) => ({ id, name, note: null })),
  ]
  const textsOf = (id: string, note: string | null) => {
    const others = [...known, ...recorded].flatMap((each) => (each.id === id ? each.other_names : []))
    return note === null ? others : [note, ...others]
  }
  const seen = new Set<string>()
  const once = found.filter(({ id }) => !seen.has(id) && seen.add(id))
  const raw = typed.trim()
  const isNew = discordIdProblem(raw) === null && !once.some(({ id }) => id === raw)
  const added = isNew ? [{ id: raw, name: '', note: t('new here') }] : []
  return [...added, ...once].map((person) => ({ ...person, texts: textsOf(person.id, person.note) }))
}
