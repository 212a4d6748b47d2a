import ArrowLeft from 'lucide-react/icons/arrow-left'
import Check from 'lucide-react/icons/check'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  type ColumnChoices as Choices,
  type ChosenSheet,
  MAX_BYTES,
  MAX_ERRORS,
  type SheetError,
  type SheetReport,
} from '#lib/sheet.ts'
import { Button, ButtonLink } from './button.tsx'
import { ColumnChoices } from './column-choices.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { ErrorNote } from './error-note.tsx'
import { RowTh, Table, Td, Th } from './table.tsx'

/** A call that takes the file, as TanStack Query's mutations are. */
interface Sending<R> {
  data: R | undefined
  error: Error | null
  isPending: boolean
  isSuccess: boolean
  mutate(file: ChosenSheet, options?: { onError?: () => void }): void
  reset(): void
}

type CountWord = 'added' | 'changed' | 'removed' | 'unchanged' | 'missing'

/** Only lists that a file may replace say how many records are removed, and what the preview stands on. */
type Report = SheetReport & { removed?: number; basis?: string }

interface ImportViewProps<R> {
  /** The list that is imported into, and its page. */
  title: string
  href: string
  /** What the file must hold, in a sentence or two. */
  hint: string
  /** Says what would change. */
  trying: Sending<R>
  importing: Sending<R>
  /** How people call the fields. */
  labels: ReadonlyMap<string, string>
  /** Which counts are said; the others cannot happen here. */
  counts: readonly CountWord[]
  /** For a list that a file may replace: how its records are called, as in '10-codes'. */
  replaces?: string
  /** What the button promises, as 'Import 3 changes'. */
  promise(changes: number): string
  /** What would change, one by one. */
  children(report: R): ReactNode
}

/** Takes over a spreadsheet in three steps: choose it, look at what it would change, confirm. */
export function ImportView<R extends Report>(props: ImportViewProps<R>) {
  const { title, href, hint, trying, importing, labels, counts, replaces, promise, children } = props
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [choices, setChoices] = useState<Choices>({})
  const [removesMissing, setRemovesMissing] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const report = importing.isSuccess ? importing.data : trying.data
  // What stood there last stays while a choice is looked at, so that the page does not jump.
  const [columns, setColumns] = useState<SheetReport['columns']>([])
  if (report !== undefined && report.columns !== columns) setColumns(report.columns)

  async function choose(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    startAgain()
    if (chosen.size > MAX_BYTES) return setProblem(`${chosen.name} is larger than 2 MB. Is it the right file?`)
    let text: string
    try {
      text = decode(await chosen.arrayBuffer())
    } catch {
      return setProblem(
        `${chosen.name} could not be read. If it is open in another program, close it there and choose it again.`,
      )
    }
    setFile({ name: chosen.name, text })
    trying.mutate({ text, choices: {}, removesMissing: false })
  }

  function startAgain(): void {
    setFile(null)
    setChoices({})
    setRemovesMissing(false)
    setIsConfirming(false)
    setColumns([])
    setProblem(null)
    trying.reset()
    importing.reset()
  }

  function chooseColumn(column: string, field: string): void {
    if (file === null) return
    const chosen = { ...choices, [column]: field }
    setChoices(chosen)
    importing.reset()
    trying.mutate({ text: file.text, choices: chosen, removesMissing })
  }

  function chooseMissing(removes: boolean): void {
    if (file === null) return
    setRemovesMissing(removes)
    importing.reset()
    trying.mutate({ text: file.text, choices, removesMissing: removes })
  }

  function confirm(): void {
    setIsConfirming(false)
    if (file === null) return
    // What the page shows for a column that is open is what is confirmed.
    const shown = columns.filter(({ isOpen }) => isOpen).map(({ name, field }) => [name, field ?? ''])
    const chosen = { ...Object.fromEntries(shown), ...choices }
    const sheet = { text: file.text, choices: chosen, removesMissing, basis: report?.basis }
    importing.mutate(sheet, {
      // Refused after a good dry run: the list is another by now. Look again.
      onError: () => trying.mutate(sheet),
    })
  }

  const failure = problem ?? importing.error?.message ?? trying.error?.message ?? null
  const removals = report?.removed ?? 0
  const fields = new Map([...labels].filter(([field]) => field !== 'file'))
  const changes = report === undefined ? 0 : report.added + report.changed + (report.removed ?? 0)
  return (
    <div data-full-width="" className="mx-auto max-w-[120rem] px-4 pt-2 pb-16">
      <ButtonLink to={href} look="ghost" size="sm" className="-ml-3">
        <ArrowLeft aria-hidden="true" />
        {title}
      </ButtonLink>
      <h1 className="mt-2 text-2xl">Import into the {title}</h1>
      <p className="mt-1.5 max-w-[70ch] text-paper-dim">{hint}</p>
      <div className="mt-5 space-y-4">
        {failure !== null && <ErrorNote message={failure} />}
        {importing.isSuccess && report !== undefined ? (
          <Done report={report} counts={counts} href={href} title={title} onAgain={startAgain} />
        ) : (
          <>
            <FilePicker
              name={file?.name ?? null}
              isBusy={trying.isPending}
              onChoose={(chosen) => void choose(chosen)}
            />
            <ColumnChoices
              columns={columns}
              choices={choices}
              fields={fields}
              isBusy={trying.isPending || importing.isPending}
              onChoose={chooseColumn}
            />
            {file !== null && replaces !== undefined && (
              <label className="flex items-start gap-3 rounded-md border border-haze bg-dusk px-4 py-3 has-checked:border-warn/50">
                <input
                  type="checkbox"
                  checked={removesMissing}
                  disabled={trying.isPending || importing.isPending}
                  onChange={(event) => chooseMissing(event.target.checked)}
                  className="mt-1 size-4"
                />
                <span>
                  <span className="block font-bold font-sign">Replace the whole list with this file</span>
                  <span className="block text-paper-dim text-sm">
                    Removes the {replaces} that are not in the file. A file with column names and no rows empties the
                    list.
                  </span>
                </span>
              </label>
            )}
            {report?.ok === false && <Errors errors={report.errors} labels={labels} />}
            {report?.ok === true && (
              <>
                <div className="flex flex-wrap items-center gap-3 rounded-md border border-haze bg-dusk px-4 py-3">
                  <Counts report={report} counts={counts} />
                  <Button
                    look="primary"
                    disabled={changes === 0}
                    isPending={importing.isPending}
                    onClick={removals > 0 ? () => setIsConfirming(true) : confirm}
                  >
                    {changes === 0 ? 'Nothing to import' : promise(changes)}
                  </Button>
                </div>
                {children(report)}
                {isConfirming && (
                  <ConfirmDialog
                    title={`Remove ${removals.toLocaleString('en')} ${replaces ?? 'records'}?`}
                    message={`They are not in ${file?.name ?? 'the file'}. You cannot undo this; the audit log keeps what they said.`}
                    action={`Remove ${removals.toLocaleString('en')} and import`}
                    onConfirm={confirm}
                    onClose={() => setIsConfirming(false)}
                  />
                )}
              </>
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** Spreadsheet programs on Windows still save in the code page of old; what is not UTF-8 is read as that. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

interface FilePickerProps {
  name: string | null
  isBusy: boolean
  onChoose(file: File | undefined): void
}

function FilePicker({ name, isBusy, onChoose }: FilePickerProps) {
  const [isOver, setIsOver] = useState(false)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  const take = () => {
    if (input.current === null) return
    onChoose(input.current.files?.[0])
    input.current.value = '' // so that the same file can be chosen again once it was fixed
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: for what was chosen before the page came to life
  useEffect(() => {
    if (input.current?.files?.length) take()
  }, [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onChoose(event.dataTransfer.files[0])
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`flex cursor-pointer items-center gap-4 rounded-md border border-dashed px-5 has-focus-visible:outline-2 has-focus-visible:outline-lagoon has-focus-visible:outline-offset-2 ${name === null ? 'py-10' : 'py-4'} ${isOver ? 'border-lagoon bg-lagoon/10' : 'border-paper-faint/50 bg-dusk hover:border-paper-faint'}`}
    >
      <FileSpreadsheet aria-hidden="true" className="size-8 shrink-0 text-lagoon" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-bold font-sign text-paper">{name ?? 'Choose a CSV file'}</span>
        <span className="block text-paper-faint text-sm">
          {isBusy ? 'Reading…' : name === null ? 'or drop it here' : 'Choose or drop another file to start again'}
        </span>
      </span>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        className="sr-only"
        onChange={take}
      />
    </label>
  )
}

const COLOURS = {
  added: 'text-ok',
  changed: 'text-warn',
  removed: 'text-danger',
  unchanged: 'text-paper',
  missing: 'text-paper',
}

const countOf = (report: Report, word: CountWord): number => report[word] ?? 0

function Counts({ report, counts }: { report: Report; counts: readonly CountWord[] }) {
  return (
    <ul aria-label="What the file changes" className="mr-auto flex flex-wrap gap-x-6 gap-y-1">
      {counts.map((word) => (
        <li key={word} className="text-paper-dim text-sm">
          <span
            className={`mr-1.5 font-extrabold font-sign text-xl tabular-nums ${countOf(report, word) === 0 ? 'text-paper-faint' : COLOURS[word]}`}
          >
            {countOf(report, word)}
          </span>
          {word}
        </li>
      ))}
    </ul>
  )
}

function Errors({ errors, labels }: { errors: readonly SheetError[]; labels: ReadonlyMap<string, string> }) {
  const few = errors.length === 1 ? 'one thing' : `${errors.length} things`
  const things = errors.length < MAX_ERRORS ? few : `at least ${few}`
  return (
    <>
      <ErrorNote message={`Nothing was imported. Fix ${things} in the file first.`} />
      <Table label="Fix these" className="text-[0.8125rem]!">
        <thead>
          <tr>
            <Th className="w-20">Line</Th>
            <Th className="w-44">Field</Th>
            <Th>What is wrong</Th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ line, field, message }) => (
            <tr key={`${line} ${field} ${message}`}>
              <RowTh label="Line" className="tabular-nums">
                {line}
              </RowTh>
              <Td label="Field" className="font-bold font-sign">
                {labels.get(field) ?? field}
              </Td>
              <Td label="What is wrong" className="py-2! text-paper-dim">
                {message}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

interface DoneProps {
  report: Report
  counts: readonly CountWord[]
  href: string
  title: string
  onAgain(): void
}

function Done({ report, counts, href, title, onAgain }: DoneProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-4 rounded-md border border-ok/40 bg-ok/8 px-5 py-4">
      <Check aria-hidden="true" className="size-6 shrink-0 text-ok" />
      <div className="mr-auto">
        <p className="font-bold font-sign">The file was imported.</p>
        <p className="text-paper-dim text-sm">
          {counts
            .filter((word) => word !== 'missing')
            .map((word) => `${countOf(report, word)} ${word}`)
            .join(', ')}
          .
        </p>
      </div>
      <Button onClick={onAgain}>Import another file</Button>
      <ButtonLink look="primary" to={href}>
        Open the {title}
      </ButtonLink>
    </div>
  )
}
