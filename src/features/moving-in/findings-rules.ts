import { cleanLine } from '#lib/clean-text.ts'
import { t } from '#lib/messages.ts'
import type { UnreadableEntry } from './contract.ts'
import { type Entry, entryOf, MAX_OF_A_NAME } from './entry-rules.ts'

const MAX_UNKNOWN_FIELDS = 50

/** A list of a file, and how its entries are identified. */
interface EntryList<T> {
  entries: readonly unknown[]
  /** The known fields of an entry, and the path of the list in the file, such as `players[].`. */
  known: ReadonlySet<string>
  place?: string
  /** The name of an entry that cannot be imported. An entry without an id is named by its position. */
  idIn(entry: Entry): string | null
  /** A key that must be unique among the entries, and the message about an entry that repeats one. */
  once?: { keyOf(one: T): string; otherwise: string }
}

/** What a reader could not import of a file: unknown fields, and entries. */
interface Findings {
  /** Records the unknown fields of an entry. */
  checkFields(entry: Entry, known: ReadonlySet<string>, place: string): void
  /** Reads every entry of a list. `read` returns a message when an entry cannot be imported. */
  readEach<T extends object>(list: EntryList<T>, read: (entry: Entry) => T | string): T[]
  /** The findings, as a history or a spreadsheet contains them. */
  found(): { unreadable: UnreadableEntry[]; unknownFields: string[] }
}

export function createFindings(): Findings {
  const unreadable: UnreadableEntry[] = []
  const fields = new Set<string>()
  const checkFields: Findings['checkFields'] = (entry, known, place) => {
    for (const field of Object.keys(entry)) {
      if (known.has(field) || fields.size >= MAX_UNKNOWN_FIELDS) continue
      fields.add(`${place}${cleanLine(field, MAX_OF_A_NAME)}`)
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
        const one = entry === null ? t('It is not a record.') : readOne(entry)
        if (typeof one !== 'string') return [one]
        unreadable.push({ id: (entry && idIn(entry)) ?? `#${at + 1}`, message: one })
        return []
      })
    },
    found: () => ({ unreadable, unknownFields: [...fields] }),
  }
}
