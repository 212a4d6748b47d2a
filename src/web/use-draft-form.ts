import { useState } from 'react'
import { CallFailed } from './call.ts'

interface Parsed<Draft> {
  success: boolean
  data?: Draft
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }
}

interface DraftFormOptions<Draft, Item> {
  parse(form: FormData): Parsed<Draft>
  /** `version` is that of a record which somebody else saved meanwhile and which is to be replaced. */
  save(draft: Draft, version?: number): Promise<unknown>
  onSaved(): void
  /** The record that comes with a conflict. */
  readItem?(item: unknown): Item | undefined
}

/**
 * A form that writes one record: checks it by the schema that the server uses, sends it, and keeps what came of it: what
 * is wrong with a field, that it failed, or that somebody else saved the same record first.
 */
export function useDraftForm<Draft, Item extends { version: number }>(options: DraftFormOptions<Draft, Item>) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [hasFailed, setHasFailed] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [conflict, setConflict] = useState<{ mine: Draft; theirs: Item } | null>(null)

  async function save(draft: Draft, version?: number): Promise<void> {
    setIsPending(true)
    try {
      await options.save(draft, version)
      setConflict(null)
      options.onSaved()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      const theirs = error.code === 'changed_meanwhile' ? options.readItem?.(error.item) : undefined
      setConflict(theirs === undefined ? null : { mine: draft, theirs })
      setHasFailed(theirs === undefined)
      setErrors(error.fields)
    } finally {
      setIsPending(false)
    }
  }

  return {
    errors,
    isPending,
    hasFailed,
    dismissFailure: () => setHasFailed(false),
    conflict,
    keepMine: () => conflict && void save(conflict.mine, conflict.theirs.version),
    dismissConflict: () => setConflict(null),
    submit: (form: FormData) => {
      const parsed = options.parse(form)
      const issues = parsed.error?.issues ?? []
      setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse()))
      if (parsed.data !== undefined) void save(parsed.data)
    },
  }
}
