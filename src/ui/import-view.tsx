import ArrowLeft from 'lucide-react/icons/arrow-left'
import Check from 'lucide-react/icons/check'
import { type ReactNode, useState } from 'react'
import { currentLanguage, formatNumber, t } from '#lib/messages.ts'
import { type ChosenSheet, MAX_BYTES, type RowsDone, type SheetReport } from '#lib/sheet.ts'
import { decodeSheet, isArchive } from '#lib/sheet-text.ts'
import { Button, ButtonLink } from './button.tsx'
import { ColumnChoices } from './column-choices.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { ErrorNote } from './error-note.tsx'
import { FilePicker, PasteRows } from './import-file.tsx'
import { remember, rememberedColumns, rememberedPeople } from './import-memory.ts'
import { Problems, Remarks, ReturnedFile, RowsChoice } from './import-problems.tsx'
import { ImportQuestions } from './import-questions.tsx'
import { ImportSample } from './import-sample.tsx'
import type { Xlsx } from './import-xlsx.ts'
import { QuickSelect } from './quick-select.tsx'

/** A call that takes the file, as TanStack Query's mutations are. */
interface Sending<R> {
  data: R | undefined
  error: Error | null
  isPending: boolean
  isSuccess: boolean
  mutate(file: ChosenSheet, options?: { onError?: () => void; onSuccess?: (report: R) => void }): void
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
  /** What may stand in each field. */
  example: Readonly<Record<string, string>>
  /** For a list that a file may replace: how its records are called, as in '10-codes'. */
  replaces?: string
  /** What the button promises, as 'Import 3 changes'. */
  promise(changes: number): string
  /** The imports so far. When the latest of them is undone, the page begins anew. */
  past(startAgain: () => void): ReactNode
  /** What would change, one by one. */
  children(report: R): ReactNode
}

interface ChosenFile {
  name: string
  sheet: ChosenSheet
  /** An .xlsx file, and the sheet of it that is read. */
  xlsx: (Xlsx & { chosen: string }) | null
}

/** Takes over a spreadsheet in three steps: choose it, look at what it would change, confirm. */
export function ImportView<R extends Report>(props: ImportViewProps<R>) {
  const { title, href, hint, trying, importing, labels, counts, example, replaces, promise, past, children } = props
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [written, setWritten] = useState<RowsDone | null>(null)
  /** The file that is being read. */
  const [read, setRead] = useState<string | null>(null)
  const report = importing.isSuccess ? importing.data : trying.data
  // What stood there last stays while a choice is looked at, so that the page does not jump.
  const [last, setLast] = useState<R | null>(null)
  const columns = last?.columns ?? []

  async function choose(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    startAgain()
    const { name } = chosen
    if (chosen.size > MAX_BYTES) return setProblem(t('{name} is larger than 2 MB. Is it the right file?', { name }))
    setRead(name)
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer())
      if (!isArchive(bytes)) return look(name, decodeSheet(bytes))
      const { openXlsx } = await import('./import-xlsx.ts')
      const xlsx = await openXlsx(bytes)
      const [first = ''] = xlsx.sheets
      look(name, await xlsx.read(first), { ...xlsx, chosen: first })
    } catch (error) {
      setProblem(
        error instanceof Error && error.name === 'UnreadableXlsx'
          ? error.message
          : t('{name} could not be read. If it is open in another program, close it there and choose it again.', {
              name,
            }),
      )
    } finally {
      setRead(null)
    }
  }

  function look(name: string, text: string, xlsx: ChosenFile['xlsx'] = null): void {
    startAgain()
    if (new Blob([text]).size > MAX_BYTES) {
      setProblem(t('{name} is larger than 2 MB. Is it the right file?', { name }))
      return
    }
    const choices = rememberedColumns(href)
    const first = { text, name, choices, answers: {}, goodRowsOnly: false, removesMissing: false }
    setFile({ name, sheet: first, xlsx })
    preview(first, ({ questions = [] }) => {
      // Whom the file's names mean may have been said for an earlier one.
      const people = rememberedPeople()
      const known = questions.filter(({ key, options }) => options.some(({ value }) => value === people[key]))
      if (known.length === 0) return
      const sheet = { ...first, answers: Object.fromEntries(known.map(({ key }) => [key, people[key] ?? ''])) }
      setFile({ name, sheet, xlsx })
      preview(sheet)
    })
  }

  function preview(sheet: ChosenSheet, onSuccess?: (report: R) => void): void {
    trying.mutate(sheet, {
      onSuccess: (report) => {
        setLast(report)
        onSuccess?.(report)
      },
    })
  }

  async function chooseSheet(chosen: string): Promise<void> {
    if (!file?.xlsx) return
    try {
      look(file.name, await file.xlsx.read(chosen), { ...file.xlsx, chosen })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('{name} could not be read.', { name: file.name }))
    }
  }

  function startAgain(): void {
    setFile(null)
    setIsConfirming(false)
    setLast(null)
    setProblem(null)
    trying.reset()
    importing.reset()
  }

  /** Looks at the file once more, with another choice or answer. */
  function lookAgain(change: Partial<ChosenSheet>): void {
    if (file === null) return
    const sheet = { ...file.sheet, ...change }
    setFile({ ...file, sheet })
    importing.reset()
    preview(sheet)
  }

  function confirm(): void {
    setIsConfirming(false)
    if (file === null) return
    // What the page shows for a column that is open is what is confirmed.
    const shown = columns.filter(({ isOpen }) => isOpen).map(({ name, field }) => [name, field ?? ''])
    const choices = { ...Object.fromEntries(shown), ...file.sheet.choices }
    const sheet = { ...file.sheet, choices, basis: report?.basis }
    setWritten(null)
    importing.mutate(
      { ...sheet, onProgress: setWritten },
      {
        // Refused after a good dry run: the list is another by now. Look again.
        onError: () => preview(sheet),
        onSuccess: () => remember(href, { choices: file.sheet.choices, answers: sheet.answers }),
      },
    )
  }

  const failure = problem ?? importing.error?.message ?? trying.error?.message ?? null
  const isBusy = trying.isPending || importing.isPending
  const count = file?.sheet.text.split('\n').length ?? 0
  const doing = trying.isPending
    ? { text: t({ one: 'Checking {count} line…', other: 'Checking {count} lines…' }, { count }), share: null }
    : importing.isPending
      ? progressOf(written, count)
      : read === null
        ? null
        : { text: t('Reading {name}…', { name: read }), share: null }
  const removals = report?.removed ?? 0
  const fields = new Map([...labels].filter(([field]) => field !== 'file'))
  const changes = report === undefined ? 0 : report.added + report.changed + (report.removed ?? 0)
  return (
    <div data-full-width="" className="mx-auto max-w-[120rem] px-4 pt-2 pb-16">
      <ButtonLink to={href} look="ghost" size="sm" className="-ml-3">
        <ArrowLeft aria-hidden="true" />
        {title}
      </ButtonLink>
      <h1 className="mt-2 text-2xl">{t('Import into the {title}', { title })}</h1>
      <p className="mt-1.5 max-w-[70ch] text-paper-dim">{hint}</p>
      <div className="mt-5 space-y-4">
        {failure !== null && (
          <ErrorNote
            message={failure}
            // Looking changes nothing; whether an import that was not answered wrote something is for the list to say.
            onRetry={problem === null && importing.error === null ? () => lookAgain({}) : undefined}
          />
        )}
        {importing.isSuccess && report !== undefined ? (
          <Done report={report} counts={counts} href={href} title={title} onAgain={startAgain} />
        ) : (
          <>
            <FilePicker name={file?.name ?? null} doing={doing} onChoose={(chosen) => void choose(chosen)} />
            {file === null && (
              <>
                <PasteRows onPaste={(text) => look(t('Your rows'), text)} />
                <ImportSample fields={fields} example={example} />
              </>
            )}
            {file?.xlsx && file.xlsx.sheets.length > 1 && (
              <p className="flex flex-wrap items-center gap-3">
                {t('Sheet of the file')}
                <QuickSelect
                  label={t('Sheet of the file')}
                  value={file.xlsx.chosen}
                  options={file.xlsx.sheets.map((name) => ({ value: name, label: name }))}
                  disabled={isBusy}
                  onChange={(name) => void chooseSheet(name)}
                />
              </p>
            )}
            <ColumnChoices
              columns={columns}
              choices={file?.sheet.choices ?? {}}
              fields={fields}
              // Not while it is looked at: what is disabled loses the focus.
              isBusy={importing.isPending}
              onChoose={(column, field) => lookAgain({ choices: { ...file?.sheet.choices, [column]: field } })}
            />
            {last?.questions !== undefined && (
              <ImportQuestions
                key={file?.name}
                questions={last.questions}
                isBusy={isBusy}
                onAnswer={(answers) => lookAgain({ answers })}
              />
            )}
            {file !== null && replaces !== undefined && (
              <label className="flex items-start gap-3 rounded-md border border-haze bg-dusk px-4 py-3 has-checked:border-warn/50">
                <input
                  type="checkbox"
                  checked={file.sheet.removesMissing}
                  disabled={importing.isPending}
                  onChange={(event) => lookAgain({ removesMissing: event.target.checked, goodRowsOnly: false })}
                  className="mt-1 size-4"
                />
                <span>
                  <span className="block font-bold font-sign">{t('Replace the whole list with this file')}</span>
                  <span className="block text-paper-dim text-sm">
                    {t(
                      'Removes the {things} that are not in the file. A file with column names and no rows empties the list.',
                      { things: replaces },
                    )}
                  </span>
                </span>
              </label>
            )}
            {last !== null && file !== null && !file.sheet.removesMissing && (
              <RowsChoice
                report={last}
                goodRowsOnly={file.sheet.goodRowsOnly}
                isBusy={importing.isPending}
                onChoose={(goodRowsOnly) => lookAgain({ goodRowsOnly })}
              />
            )}
            {report !== undefined && <Remarks report={report} />}
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
                    {changes === 0 ? t('Nothing to import') : promise(changes)}
                  </Button>
                </div>
                {children(report)}
                {isConfirming && (
                  <ConfirmDialog
                    title={t('Remove {count} {things}?', {
                      count: formatNumber(removals),
                      things: replaces ?? t('records'),
                    })}
                    message={t('They are not in {name}. You can undo the import here for 30 days.', {
                      name: file?.name ?? t('the file'),
                    })}
                    action={t('Remove {count} and import', { count: formatNumber(removals) })}
                    onConfirm={confirm}
                    onClose={() => setIsConfirming(false)}
                  />
                )}
              </>
            )}
            {report !== undefined && <Problems report={report} labels={labels} />}
          </>
        )}
      </div>
      {(file === null || importing.isSuccess) && past(startAgain)}
    </div>
  )
}

/** How far an import of so many lines is. */
function progressOf(written: RowsDone | null, count: number) {
  if (written === null) {
    return { text: t({ one: 'Importing {count} line…', other: 'Importing {count} lines…' }, { count }), share: null }
  }
  const { done, total } = written
  const percent = (done / total).toLocaleString(currentLanguage(), { style: 'percent' })
  const said = { count: total, done: formatNumber(done), rows: formatNumber(total), percent }
  return {
    text: t(
      { one: 'Importing: {done} of {rows} row ({percent})', other: 'Importing: {done} of {rows} rows ({percent})' },
      said,
    ),
    share: done / total,
  }
}

const COLOURS = {
  added: 'text-ok',
  changed: 'text-warn',
  removed: 'text-danger',
  unchanged: 'text-paper',
  missing: 'text-paper',
}

const COUNTED: Record<CountWord, (count: number) => string> = {
  added: (count) => t({ one: 'added', other: 'added' }, { count }),
  changed: (count) => t({ one: 'changed', other: 'changed' }, { count }),
  removed: (count) => t({ one: 'removed', other: 'removed' }, { count }),
  unchanged: (count) => t({ one: 'unchanged', other: 'unchanged' }, { count }),
  missing: (count) => t({ one: 'missing', other: 'missing' }, { count }),
}

const countOf = (report: Report, word: CountWord): number => report[word] ?? 0

function Counts({ report, counts }: { report: Report; counts: readonly CountWord[] }) {
  return (
    <ul aria-label={t('What the file changes')} className="mr-auto flex flex-wrap gap-x-6 gap-y-1">
      {counts.map((word) => (
        <li key={word} className="text-paper-dim text-sm">
          <span
            className={`mr-1.5 font-extrabold font-sign text-xl tabular-nums ${countOf(report, word) === 0 ? 'text-paper-faint' : COLOURS[word]}`}
          >
            {formatNumber(countOf(report, word))}
          </span>
          {COUNTED[word](countOf(report, word))}
        </li>
      ))}
    </ul>
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
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-bold font-sign">
          {report.returned === undefined ? t('The file was imported.') : t('The good rows were imported.')}
        </p>
        <p className="text-paper-dim text-sm">
          {counts
            .filter((word) => word !== 'missing')
            .map((word) => `${formatNumber(countOf(report, word))} ${COUNTED[word](countOf(report, word))}`)
            .join(', ')}
          .
        </p>
      </div>
      {report.returned !== undefined && <ReturnedFile returned={report.returned} />}
      <Button onClick={onAgain}>{t('Import another file')}</Button>
      <ButtonLink look="primary" to={href}>
        {t('Open the {title}', { title })}
      </ButtonLink>
    </div>
  )
}
