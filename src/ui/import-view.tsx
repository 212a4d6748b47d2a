import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useState } from 'react'
import { formatNumber, t } from '#lib/messages.ts'
import { Button, ButtonLink } from './button.tsx'
import { ColumnChoices } from './column-choices.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { ErrorNote } from './error-note.tsx'
import { Counts, type CountWord, Done } from './import-counts.tsx'
import { FilePicker, PasteRows } from './import-file.tsx'
import { Problems, Remarks, RowsChoice } from './import-problems.tsx'
import { ImportQuestions } from './import-questions.tsx'
import { ImportSample } from './import-sample.tsx'
import { QuickSelect } from './quick-select.tsx'
import { type ImportCalls, type Report, useImport } from './use-import.ts'

interface ImportViewProps<R> extends ImportCalls<R> {
  /** The title of the list that is imported into. */
  title: string
  /** What the file must contain, in a sentence or two. */
  hint: string
  /** The labels of the fields. */
  labels: ReadonlyMap<string, string>
  /** The counts that are shown. The others cannot occur in this list. */
  counts: readonly CountWord[]
  /** An example value for each field. */
  example: Readonly<Record<string, string>>
  /** Set for lists that a file may replace as a whole: the plural name of the records, such as '10-codes'. */
  replaces?: string
  /** The label of the import button, such as 'Import 3 changes'. */
  promise(changes: number): string
  /** Renders the earlier imports. `startAgain` resets the page after the latest of them was undone. */
  past(startAgain: () => void): ReactNode
  /** Renders the changes one by one. */
  children(report: R): ReactNode
}

/** Imports a spreadsheet in three steps: choose the file, look at the changes, confirm. */
export function ImportView<R extends Report>(props: ImportViewProps<R>) {
  const { title, href, hint, trying, importing, labels, counts, example, replaces, past } = props
  const run = useImport({ href, trying, importing })
  const { file, problem, report, last, progress } = run
  const failure = problem ?? importing.error?.message ?? trying.error?.message ?? null
  const isBusy = trying.isPending || importing.isPending
  const fields = new Map([...labels].filter(([field]) => field !== 'file'))
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
            // Only a failed preview can be retried, because it writes nothing. After a failed import, the new preview
            // shows what was written.
            onRetry={problem === null && trying.error !== null ? () => run.changeChoices({}) : undefined}
          />
        )}
        {importing.isSuccess && report !== undefined ? (
          <Done report={report} counts={counts} href={href} title={title} onAgain={run.startAgain} />
        ) : (
          <>
            <FilePicker
              name={file?.name ?? null}
              progress={progress}
              onChoose={([chosen]) => void run.choose(chosen)}
            />
            {file === null && (
              <>
                <PasteRows onPaste={(text) => run.openText(t('Your rows'), text)} />
                <ImportSample fields={fields} example={example} />
              </>
            )}
            <FileChoices {...{ run, fields, replaces, isBusy }} isImporting={importing.isPending} />
            {last !== null && file !== null && !file.sheet.removesMissing && (
              <RowsChoice
                report={last}
                goodRowsOnly={file.sheet.goodRowsOnly}
                isBusy={importing.isPending}
                onChoose={(goodRowsOnly) => run.changeChoices({ goodRowsOnly })}
              />
            )}
            {report !== undefined && <Remarks report={report} />}
            {report?.ok === true && (
              <ConfirmImport {...props} report={report} fileName={file?.name} onConfirm={run.confirm} />
            )}
            {report !== undefined && <Problems report={report} labels={labels} />}
          </>
        )}
      </div>
      {(file === null || importing.isSuccess) && past(run.startAgain)}
    </div>
  )
}

interface FileChoicesProps {
  run: ReturnType<typeof useImport>
  fields: ReadonlyMap<string, string>
  replaces: string | undefined
  isBusy: boolean
  isImporting: boolean
}

/** How the file is read: its sheet, its columns, the answers to questions, and whether it replaces the list. */
function FileChoices({ run, fields, replaces, isBusy, isImporting }: FileChoicesProps) {
  const { file, last, columns } = run
  return (
    <>
      {file?.xlsx && file.xlsx.sheets.length > 1 && (
        <p className="flex flex-wrap items-center gap-3">
          {t('Sheet of the file')}
          <QuickSelect
            label={t('Sheet of the file')}
            value={file.xlsx.chosen}
            options={file.xlsx.sheets.map((name) => ({ value: name, label: name }))}
            disabled={isBusy}
            onChange={(name) => void run.chooseSheet(name)}
          />
        </p>
      )}
      <ColumnChoices
        columns={columns}
        choices={file?.sheet.choices ?? {}}
        fields={fields}
        // Stay enabled during a preview: a disabled control loses the focus.
        isBusy={isImporting}
        onChoose={(column, field) => run.changeChoices({ choices: { ...file?.sheet.choices, [column]: field } })}
      />
      {last?.questions !== undefined && (
        <ImportQuestions
          key={file?.name}
          questions={last.questions}
          isBusy={isBusy}
          onAnswer={(answers) => run.changeChoices({ answers })}
        />
      )}
      {file !== null && replaces !== undefined && (
        <label className="flex items-start gap-3 rounded-md border border-haze bg-dusk px-4 py-3 has-checked:border-warn/50">
          <input
            type="checkbox"
            checked={file.sheet.removesMissing}
            disabled={isImporting}
            onChange={(event) => run.changeChoices({ removesMissing: event.target.checked, goodRowsOnly: false })}
            className="mt-1 size-4"
          />
          <span>
            <span className="block font-bold font-sign">{t('Replace the whole list with this file')}</span>
            <span className="block text-paper-dim text-sm">
              {t('Removes the {things} that are not in the file. A file with only column names empties the list.', {
                things: replaces,
              })}
            </span>
          </span>
        </label>
      )}
    </>
  )
}

interface ConfirmImportProps<R> extends ImportViewProps<R> {
  report: R
  fileName: string | undefined
  onConfirm(): void
}

/** The changes of a file without problems, and the button that imports them. It asks first when records are removed. */
function ConfirmImport<R extends Report>(props: ConfirmImportProps<R>) {
  const { report, counts, importing, replaces, promise, fileName, onConfirm, children } = props
  const [isConfirming, setIsConfirming] = useState(false)
  const removals = report.removed ?? 0
  const changes = report.added + report.changed + removals

  function confirm(): void {
    setIsConfirming(false)
    onConfirm()
  }

  return (
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
            name: fileName ?? t('the file'),
          })}
          action={t('Remove {count} and import', { count: formatNumber(removals) })}
          onConfirm={confirm}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
