import type { output } from 'zod/v4/core'
import type { Access } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Part } from '#lib/part.ts'
import type { Topic } from '#lib/topics.ts'
import type { Command } from '#ui/command-dialog.tsx'
import { send } from './call.ts'
import type { SiteContent } from './site-context.tsx'

/** A row of the search palette: where it leads, and by which texts it is found beside its label. */
export interface PaletteRow extends Command {
  group: string
  texts: readonly (string | null)[]
  /** A path of this site, or another address, as it is when somebody chooses the row. Null: choosing it copies. */
  to: string | (() => string) | null
  /** What can be done with it. */
  acts?: readonly PaletteRow[]
}

/** What a feature lets the search palette find: its `web/palette.tsx` exports it as `palette`. */
export type Palette = (given: {
  content: SiteContent
  /** What else can be done about a person. */
  actOn(person: { discordId: string; name: string; callsign: string | null }): PaletteRow | null
}) => readonly PaletteSource[]

/** A list, and its rows. */
export interface PaletteSource {
  /** People come first among equals. */
  isOfPeople: true | undefined
  access: Access
  part: Part | undefined
  query: {
    queryKey: string[]
    queryFn(asked: { signal: AbortSignal }): Promise<unknown>
    meta: { topic: Topic }
    select(reply: unknown): PaletteRow[]
  }
}

interface Listed<E extends Endpoint & { topic: Topic }> {
  access: E['access']
  path: E['path']
  topic: E['topic']
  part?: Part
  isOfPeople?: true
}

/** The rows that are made of the answer of a list. The call itself is only a type, so that its schemas stay behind. */
export function paletteSource<E extends Endpoint & { topic: Topic }>(
  { access, path, topic, part, isOfPeople }: Listed<E>,
  rowsOf: (reply: output<E['reply']>) => PaletteRow[],
): PaletteSource {
  return {
    isOfPeople,
    access,
    part,
    query: {
      // As the pages ask for it: what one has loaded, the other shows.
      queryKey: [path],
      queryFn: ({ signal }) => send<E>('GET', path, { signal }),
      meta: { topic },
      select: rowsOf,
    },
  }
}
