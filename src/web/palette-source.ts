import type { output } from 'zod/v4/core'
import type { Access } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Part } from '#lib/part.ts'
import type { Topic } from '#lib/topics.ts'
import type { Command } from '#ui/command-dialog.tsx'
import { send } from './call.ts'
import type { SiteContent } from './site-context.tsx'

/** A row of the search palette: where it leads, and the texts besides its label that find it. */
export interface PaletteRow extends Command {
  group: string
  texts: readonly (string | null)[]
  /** A path of this site or another address. A function is called when the row is chosen. Null: the row copies. */
  to: string | (() => string) | null
  /** Actions for the record of this row. */
  acts?: readonly PaletteRow[]
}

/** What a feature lets the search palette find. The feature's `web/palette.tsx` exports it as `palette`. */
export type Palette = (given: {
  content: SiteContent
  /** Returns a row with further actions for a person, or null when there are none. */
  actOn(person: { discordId: string; name: string; callsign: string | null }): PaletteRow | null
}) => readonly PaletteSource[]

/** A list, and how its reply becomes rows. */
export interface PaletteSource {
  /** Between equally good matches, people come first. */
  isOfPeople: true | undefined
  access: Access
  part: Part | undefined
  query: {
    queryKey: string[]
    queryFn(context: { signal: AbortSignal }): Promise<unknown>
    meta: { topic: Topic }
    select(reply: unknown): PaletteRow[]
  }
}

interface ListOptions<E extends Endpoint & { topic: Topic }> {
  access: E['access']
  path: E['path']
  topic: E['topic']
  part?: Part
  isOfPeople?: true
}

/** Builds palette rows from the reply of a list. The call is only a type here, so its schemas are not bundled. */
export function paletteSource<E extends Endpoint & { topic: Topic }>(
  { access, path, topic, part, isOfPeople }: ListOptions<E>,
  rowsOf: (reply: output<E['reply']>) => PaletteRow[],
): PaletteSource {
  return {
    isOfPeople,
    access,
    part,
    query: {
      // The same key that the pages use, so both share one cached reply.
      queryKey: [path],
      queryFn: ({ signal }) => send<E>('GET', path, { signal }),
      meta: { topic },
      select: rowsOf,
    },
  }
}
