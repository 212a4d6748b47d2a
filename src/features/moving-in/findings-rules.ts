import { t } from '#lib/messages.ts'
import { tidied } from '#lib/tidied.ts'
import { type Entry, entryOf, MAX_OF_A_NAME, type UnreadableEntry } from './entry-rules.ts'

const MAX_UNKNOWN_FIELDS = 50

/** What a reader could not take over of one file: fields that it does not know, and entries. */
export interface Findings {
  /** Notes the fields of an entry that are not among those that are known. */
  checkFields(entry: Entry, known: ReadonlySet<string>, place: string): void
  /** Reads every entry of a list. `read` answers why an entry cannot be taken over; it is kept by its id or its place. */
  readEach<T extends object>(
    list: readonly unknown[],
    idIn: (entry: Entry) => string | null,
    read: (entry: Entry) => T | string,
  ): T[]
  /** Whether this id came before; from now on it did. */
  isKnown(id: string): boolean
  /** What a history or a spreadsheet says of it. */
  found(): { unreadable: UnreadableEntry[]; unknownFields: string[] }
}

export function createFindings(): Findings {
  const unreadable: UnreadableEntry[] = []
  const fields = new Set<string>()
  const ids = new Set<string>()
  return {
    checkFields(entry, known, place) {
      for (const field of Object.keys(entry)) {
        if (known.has(field) || fields.size >= MAX_UNKNOWN_FIELDS) continue
        fields.add(`${place}${tidied(field, MAX_OF_A_NAME)}`)
      }
    },
    readEach(list, idIn, read) {
      return list.flatMap((value, at) => {
        const entry = entryOf(value)
        const result = entry === null ? t('It is no record.') : read(entry)
        if (typeof result !== 'string') return [result]
        unreadable.push({ id: (entry && idIn(entry)) ?? `#${at + 1}`, message: result })
        return []
      })
    },
    isKnown(id) {
      if (ids.has(id)) return true
      ids.add(id)
      return false
    },
    found: () => ({ unreadable, unknownFields: [...fields] }),
  }
}
