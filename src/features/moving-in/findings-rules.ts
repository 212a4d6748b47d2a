import { t } from '#lib/messages.ts'
import { tidied } from '#lib/tidied.ts'
import type { UnreadableEntry } from './contract.ts'
import { type Entry, entryOf, MAX_OF_A_NAME } from './entry-rules.ts'

const MAX_UNKNOWN_FIELDS = 50

/** A list of a file, and how its entries are told apart. */
interface EntryList<T> {
  entries: readonly unknown[]
  /** The fields of an entry that are known, and where it stands in the file, as `players[].`. */
  known: ReadonlySet<string>
  place?: string
  /** How an entry is called that cannot be taken over. Without an id it is called by its place. */
  idIn(entry: Entry): string | null
  /** What no two of those that are read have in common, and what is said of the second one. */
  once?: { keyOf(one: T): string; otherwise: string }
}

/** What a reader could not take over of one file: fields that it does not know, and entries. */
interface Findings {
  /** Notes the fields of an entry that are not among those that are known. */
  checkFields(entry: Entry, known: ReadonlySet<string>, place: string): void
  /** Reads every entry of a list. `read` answers why one cannot be taken over. */
  readEach<T extends object>(list: EntryList<T>, read: (entry: Entry) => T | string): T[]
  /** What a history or a spreadsheet says of it. */
  found(): { unreadable: UnreadableEntry[]; unknownFields: string[] }
}

export function createFindings(): Findings {
  const unreadable: UnreadableEntry[] = []
  const fields = new Set<string>()
  const checkFields: Findings['checkFields'] = (entry, known, place) => {
    for (const field of Object.keys(entry)) {
      if (known.has(field) || fields.size >= MAX_UNKNOWN_FIELDS) continue
      fields.add(`${place}${tidied(field, MAX_OF_A_NAME)}`)
    }
  }
  return {
    checkFields,
    readEach({ entries, known, place = '', idIn, once }, read) {
      const keys = new Set<string>()
      const readOne = (entry: Entry) => {
        checkFields(entry, known, place)
        const one = read(entry)
        if (typeof one === 'string' || once === undefined) return one
        const key = once.keyOf(one)
        if (keys.has(key)) return once.otherwise
        keys.add(key)
        return one
      }
      return entries.flatMap((value, at) => {
        const entry = entryOf(value)
        const one = entry === null ? t('It is no record.') : readOne(entry)
        if (typeof one !== 'string') return [one]
        unreadable.push({ id: (entry && idIn(entry)) ?? `#${at + 1}`, message: one })
        return []
      })
    },
    found: () => ({ unreadable, unknownFields: [...fields] }),
  }
}
