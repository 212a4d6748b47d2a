import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { CallFailed } from './call.ts'

/** The problem of each invalid field, by field name. */
export type Problems = Partial<Record<string, string>>

interface RecordFormOptions<Written, Item, Reply> {
  initial(): Written
  /** The record to edit. Null adds a new one. */
  record: Item | null
  /** Builds the request body that replaces `over`: the edited version, or the one that a conflict returned. */
  draftOf(written: Written, over: Item | null): unknown
  /** The schema that the server checks the draft with. */
  schema: z.ZodMiniType
  /** Problems that the schema cannot find. */
  otherProblems?(written: Written, over: Item | null): Problems
  /** Parses the record that a conflict returns. Without it, a conflict is a failure like any other. */
  item?: z.ZodMiniType<Item>
  save(written: Written, over: Item | null): Promise<Reply>
  /** Called with the reply and, as in `save`, the version that was replaced. */
  onSaved(reply: Reply, over: Item | null): void
}

/** What the form gives to its fields and dialogs. */
export interface RecordForm<Written, Item = unknown> {
  written: Written
  problems: Problems
  isPending: boolean
  write(part: Partial<Written>): void
  /** The props that connect an input to its field. */
  control(name: keyof Written & string): {
    name: string
    value: string
    error: string | undefined
    autoComplete: string
    onChange(event: { target: { value: string } }): void
  }
  hasFailed: boolean
  /** The server's message, when no field shows it. */
  failure: string | null
  /** Shows the failure of another action of the form, such as a removal. */
  fail(error: Error): void
  dismissFailure(): void
  /** Both versions, when someone else saved first. */
  conflict: { mine: Written; theirs: Item } | null
  keepMine(): void
  dismissConflict(): void
  /** Clears the form for the next record and focuses its first field. */
  reset(): void
  /** The props of the form element. */
  formProps: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit(event: FormEvent): void }
}

/**
 * A form that writes one record. It keeps the fields, checks them with the schema of the server, and shows the result
 * of sending them: problems by field, the server's message, or both versions when someone else saved first. When
 * problems are shown, the first invalid field is focused, and the server's message is scrolled into view. Writing in a
 * field checks it again.
 */
export function useRecordForm<Written extends Record<string, string | null>, Item, Reply>(
  options: RecordFormOptions<Written, Item, Reply>,
): RecordForm<Written, Item> {
  const [written, setWritten] = useState(options.initial)
  const [over, setOver] = useState(options.record)
  const [theirs, setTheirs] = useState<Item | null>(null)
  const [{ problems, shown }, setShown] = useState<{ problems: Problems; shown: number }>({ problems: {}, shown: 0 })
  const [error, setError] = useState<Error | null>(null)
  const [isPending, setIsPending] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const isGone = useRef(false)

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  useEffect(() => {
    if (shown > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [shown])
  // The message is above the fields, while the pressed button may be below a long text.
  useEffect(() => {
    if (error !== null) ref.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [error])

  const problemsWith = (now: Written, version: Item | null): Problems => ({
    ...options.otherProblems?.(now, version),
    ...problemsIn(options.schema, options.draftOf(now, version)),
  })
  const show = (found: Problems) => setShown((before) => ({ problems: found, shown: before.shown + 1 }))

  function change(next: Written, fields: readonly string[]): void {
    setWritten(next)
    const now = problemsWith(next, over)
    setShown((before) => ({
      ...before,
      problems: Object.fromEntries(
        Object.entries(before.problems).flatMap(([field, problem]) => {
          const still = fields.includes(field) ? now[field] : problem
          return still === undefined ? [] : [[field, still]]
        }),
      ),
    }))
  }

  async function save(version: Item | null): Promise<void> {
    if (isPending) return
    setError(null)
    const wrong = problemsWith(written, version)
    show(wrong)
    if (Object.keys(wrong).length > 0) return setTheirs(null)
    setIsPending(true)
    try {
      const reply = await options.save(written, version)
      if (isGone.current) return
      setTheirs(null)
      options.onSaved(reply, version)
    } catch (failed) {
      if (!(failed instanceof CallFailed)) throw failed
      const now = failed.code === 'changed_meanwhile' ? options.item?.safeParse(failed.item).data : undefined
      setTheirs(now ?? null)
      if (now !== undefined) return
      setError(failed)
      show(failed.fields)
    } finally {
      setIsPending(false)
    }
  }

  return {
    written,
    problems,
    isPending,
    write: (part: Partial<Written>) => change({ ...written, ...part }, Object.keys(part)),
    control: (name: keyof Written & string) => ({
      name,
      value: written[name] ?? '',
      error: problems[name],
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => change({ ...written, [name]: target.value }, [name]),
    }),
    hasFailed: error !== null,
    failure:
      error === null || (error instanceof CallFailed && Object.keys(error.fields).length > 0) ? null : error.message,
    fail: setError,
    dismissFailure: () => setError(null),
    conflict: theirs === null ? null : { mine: written, theirs },
    keepMine: () => {
      setOver(theirs)
      void save(theirs)
    },
    dismissConflict: () => setTheirs(null),
    reset: () => {
      setWritten(options.initial)
      ref.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    },
    formProps: {
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void save(over)
      },
    },
  }
}

/** The problems that a schema finds in a draft: the first one of each field. */
function problemsIn(schema: z.ZodMiniType, draft: unknown): Problems {
  const problems: Problems = {}
  for (const { path, message } of schema.safeParse(draft).error?.issues ?? []) {
    problems[path.map(String).join('.')] ??= message
  }
  return problems
}
