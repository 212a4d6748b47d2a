import { DAY } from '#lib/dates.ts'

export const UNDO_DAYS = 30
/** The most imports of a list that are shown. */
export const MAX_IMPORTS = 20
/** The most names that are told of entries that stay as they are. */
export const MAX_NAMED = 20

/** Imports from before this can no longer be undone. */
export const undoableSince = (now: Date) => new Date(now.getTime() - UNDO_DAYS * DAY)

/** What an import did to one record, and how that record is now. */
export interface ImportedRecord {
  record: string
  name: string | null
  isAdded: boolean
  /** Whether the record is in the list now. */
  isThere: boolean
  /** Whether it is as the import left it, or as absent. */
  isAsLeft: boolean
  /** Discord ID of the person whom it is about. */
  about: string | null
  /** The record that now has what this one had before, such as its callsign, and only one can have. */
  holder: string | null
  /** Records that must be undone, too, before this one can be; one that no import holds keeps it where it is. */
  needs: readonly string[]
}

export interface UndoPlan {
  removes: ImportedRecord[]
  restores: ImportedRecord[]
  stays: ImportedRecord[]
}

/**
 * What undoing an import does: a record that somebody changed or removed since stays as it is. `exceptAbout` is who
 * undoes somebody else's import: nobody changes the records about themselves in this way.
 */
export function planUndo(records: readonly ImportedRecord[], exceptAbout: string | null): UndoPlan {
  const isOver = ({ isAdded, isThere }: ImportedRecord) => isAdded && !isThere
  const mayChange = ({ isAsLeft, about }: ImportedRecord) => isAsLeft && (about === null || about !== exceptAbout)
  const left = records.filter((record) => !isOver(record))
  const undone = new Map(left.filter(mayChange).map((each) => [each.record, each]))
  // A record that stays keeps its callsign, so the person who had that before stays as well, and so on.
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
