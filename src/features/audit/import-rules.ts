import { DAY } from '#lib/dates.ts'

export const UNDO_DAYS = 30
/** The most imports that the page of a list shows. */
export const MAX_IMPORTS = 20
/** The most names that are given of entries that stay as they are. */
export const MAX_NAMED = 20

/** Imports from before this time can no longer be undone. */
export const undoableSince = (now: Date) => new Date(now.getTime() - UNDO_DAYS * DAY)

/** What an import did to one record, and the record's current state. */
export interface ImportedRecord {
  record: string
  name: string | null
  isAdded: boolean
  /** Whether the record is in the list now. */
  isThere: boolean
  /** Whether the record is as the import left it. A record that the import removed must still be absent. */
  isAsLeft: boolean
  /** The Discord ID of the person whom the record is about. */
  about: string | null
  /** The record that now has this record's former value of a unique field, such as its callsign. */
  holder: string | null
  /**
   * Records that must be undone together with this one. This record stays as it is if one of them is not part of the
   * import.
   */
  needs: readonly string[]
}

export interface UndoPlan {
  removes: ImportedRecord[]
  restores: ImportedRecord[]
  stays: ImportedRecord[]
}

/**
 * Plans the undo of an import. A record that was changed or removed since stays as it is. `exceptAbout` is the person
 * who undoes another person's import: the records about that person stay too, because nobody may change records about
 * themselves this way.
 */
export function planUndo(records: readonly ImportedRecord[], exceptAbout: string | null): UndoPlan {
  const isOver = ({ isAdded, isThere }: ImportedRecord) => isAdded && !isThere
  const mayChange = ({ isAsLeft, about }: ImportedRecord) => isAsLeft && (about === null || about !== exceptAbout)
  const left = records.filter((record) => !isOver(record))
  const undone = new Map(left.filter(mayChange).map((each) => [each.record, each]))
  // A record that stays keeps its callsign, so the record that had the callsign before must stay too, and so on.
  for (let before = -1; before !== undone.size; ) {
    before = undone.size
    for (const { record, holder, needs } of undone.values()) {
      const others = holder === null ? needs : [...needs, holder]
      if (others.some((other) => !undone.has(other))) undone.delete(record)
    }
  }
  const going = [...undone.values()]
  return {
    removes: going.filter(({ isAdded }) => isAdded),
    restores: going.filter(({ isAdded }) => !isAdded),
    stays: left.filter(({ record }) => !undone.has(record)),
  }
}
