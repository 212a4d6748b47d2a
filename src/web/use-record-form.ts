import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { CallFailed } from './call.ts'

/** Each bad field of a form by its name, and why. */
export type Problems = Partial<Record<string, string>>

interface RecordFormOptions<Written, Item, Reply> {
  /** What the fields say at first. */
  initial(): Written
  /** The record that is edited; null adds one. */
  record: Item | null
  /** What is sent to replace this version of the record: the one edited, or the one that a conflict has shown. */
  draftOf(written: Written, over: Item | null): unknown
  /** What the server checks the draft by. */
  schema: z.ZodMiniType
  /** What else is wrong with the fields. */
  otherProblems?(written: Written, over: Item | null): Problems
  /** Reads the record that comes with a conflict; without it a conflict is a failure like others. */
  item?: z.ZodMiniType<Item>
  /** Sends the draft. */
  save(written: Written, over: Item | null): Promise<Reply>
  /** With the version that was replaced, as `save`. */
  onSaved(reply: Reply, over: Item | null): void
}

/** What such a form gives to its fields and dialogs. */
export interface RecordForm<Written, Item = unknown> {
  written: Written
  problems: Problems
  isPending: boolean
  /** Writes several fields at once. */
  write(part: Partial<Written>): void
  /** What binds a field to what is written in it. */
  control(name: keyof Written & string): {
    name: string
    value: string
    error: string | undefined
    autoComplete: string
    onChange(event: { target: { value: string } }): void
  }
  hasFailed: boolean
  /** The server's sentence, where no field says it. */
  failure: string | null
  /** Something else that was asked for in the form failed, such as a removal. */
  fail(error: Error): void
  dismissFailure(): void
  /** Both versions, where somebody else saved first. */
  conflict: { mine: Written; theirs: Item } | null
  keepMine(): void
  dismissConflict(): void
  /** Empties the form for the next record, and goes to its first field. */
  reset(): void
  /** For the form around the fields. */
  formProps: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit(event: FormEvent): void }
}

/**
 * A form that writes one record. It keeps what was written, checks it by the schema that the server uses, and shows what
 * came of sending it: what is wrong by field, the server's sentence, or both versions where somebody else saved first.
 * Showing problems moves the focus to the first wrong field, and the server's sentence is brought into sight; writing in a
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
  // It stands above the fields, and the button that was pressed below a long text.
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

/** What a schema says against a draft: of each field the first thing. */
function problemsIn(schema: z.ZodMiniType, draft: unknown): Problems {
  const problems: Problems = {}
  for (const { path, message } of schema.safeParse(draft).error?.issues ?? []) {
    problems[path.map(String).join('.')] ??= message
  }
  return problems
}
