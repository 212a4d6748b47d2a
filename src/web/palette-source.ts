import type { output } from 'zod/v4/core'
import type { Access } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Part } from '#lib/part.ts'
import type { Topic } from '#lib/topics.ts'
import type { Command } from '#ui/command-dialog.tsx'
import { send } from './call.ts'

/** A row of the search palette: where it leads, and by which texts it is found beside its label. */
export interface PaletteRow extends Command {
  group: string
  texts: readonly (string | null)[]
  /** A path of this site, or another address, as it is when somebody chooses the row. Null: choosing it copies. */
  to: string | (() => string) | null
  /** What can be done with it. */
  acts?: readonly PaletteRow[]
}

/** What a feature lets the search palette find: a list, and its rows. */
export interface PaletteSource {
  access: Access
  part: Part | undefined
  query: {
    queryKey: string[]
    queryFn(asked: { signal: AbortSignal }): Promise<unknown>
    meta: { topic: Topic }
    select(reply: unknown): PaletteRow[]
  }
}

/** The rows that are made of the answer of a list. The call itself is only a type, so that its schemas stay behind. */
export function paletteSource<E extends Endpoint & { topic: Topic }>(
  { access, path, topic, part }: { access: E['access']; path: E['path']; topic: E['topic']; part?: Part },
  rowsOf: (reply: output<E['reply']>) => PaletteRow[],
): PaletteSource {
  return {
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
