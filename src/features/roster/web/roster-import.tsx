import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { formatDay } from '#lib/dates.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Chip, type Tone } from '#ui/chip.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import type { Roster, RosterImport, RosterImportChange, RosterImportError } from '../contract.ts'
import { COLUMNS } from '../rules.ts'
import { useImportRoster, useTryRosterImport } from './queries.ts'

/** The server takes no larger file. */
const MOST_BYTES = 2 * 1024 * 1024

type RosterField = RosterImportChange['fields'][number]['field']

const LABELS: ReadonlyMap<string, string> = new Map([
  ...COLUMNS.map(({ field, label }): [string, string] => [field, label]),
  ['file', 'The file'],
])

const KINDS: Record<RosterImportChange['kind'], { word: string; tone: Tone }> = {
  added: { word: 'Added', tone: 'ok' },
  changed: { word: 'Changed', tone: 'warn' },
  missing: { word: 'Missing', tone: 'plain' },
}

/** Takes over a spreadsheet in three steps: choose it, look at what it would change, confirm. */
export function RosterImportDesk({ roster, rosterHref }: { roster: Roster; rosterHref: string }) {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const trying = useTryRosterImport(roster)
  const importing = useImportRoster(roster)
  const report = importing.isSuccess ? importing.data : trying.data

  async function choose(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    startAgain()
    if (chosen.size > MOST_BYTES) return setProblem(`${chosen.name} is larger than 2 MB. Is it the right file?`)
    const text = decode(await chosen.arrayBuffer())
    setFile({ name: chosen.name, text })
    trying.mutate(text)
  }

  function startAgain(): void {
    setFile(null)
    setProblem(null)
    trying.reset()
    importing.reset()
  }

  function confirm(): void {
    if (file === null) return
    importing.mutate(file.text, {
      // Refused after a good dry run: the roster is another by now. Look again.
      onError: () => trying.mutate(file.text),
    })
  }

  const failure = problem ?? importing.error?.message ?? trying.error?.message ?? null
  const changes = report === undefined ? 0 : report.added + report.changed
  return (
    <div className="mx-auto max-w-[80rem] px-4 pt-4 pb-16 sm:px-6">
      <ButtonLink to={rosterHref} look="ghost" size="sm" className="-ml-3">
        <ArrowLeft aria-hidden="true" />
        {roster.title}
      </ButtonLink>
      <h1 className="mt-2 text-2xl">Import into the {roster.title}</h1>
      <p className="mt-1.5 max-w-[70ch] text-paper-dim">
        A CSV file with a row of column names, as your spreadsheet exports it. You see what it would change before
        anything is written; members are told apart by their Discord UID.
      </p>
      <div className="mt-5 space-y-4">
        {failure !== null && <ErrorNote message={failure} />}
        {importing.isSuccess && report !== undefined ? (
          <Done report={report} rosterHref={rosterHref} title={roster.title} onAgain={startAgain} />
        ) : (
          <>
            <FilePicker
              name={file?.name ?? null}
              isBusy={trying.isPending}
              onChoose={(chosen) => void choose(chosen)}
            />
            {report?.ok === false && <Errors errors={report.errors} />}
            {report?.ok === true && (
              <>
                <div className="flex flex-wrap items-center gap-3 rounded-md border border-haze bg-dusk px-4 py-3">
                  <Counts report={report} />
                  <Button look="primary" disabled={changes === 0} isPending={importing.isPending} onClick={confirm}>
                    {changes === 0 ? 'Nothing to import' : `Import ${changes} ${changes === 1 ? 'change' : 'changes'}`}
                  </Button>
                </div>
                {report.missing > 0 && (
                  <p className="text-paper-dim text-sm">
                    Missing from the file: they stay on the roster. Remove whoever has left by hand.
                  </p>
                )}
                {report.changes.length > 0 && <Changes changes={report.changes} />}
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
        id={id}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        className="sr-only"
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          onChoose(event.target.files?.[0])
          event.target.value = '' // so that the same file can be chosen again once it was mended
        }}
      />
    </label>
  )
}

function Counts({ report }: { report: RosterImport }) {
  const counts = [
    { word: 'added', count: report.added, colour: 'text-ok' },
    { word: 'changed', count: report.changed, colour: 'text-warn' },
    { word: 'unchanged', count: report.unchanged, colour: 'text-paper' },
    { word: 'missing', count: report.missing, colour: 'text-paper' },
  ]
  return (
    <ul aria-label="What the file changes" className="mr-auto flex flex-wrap gap-x-6 gap-y-1">
      {counts.map(({ word, count, colour }) => (
        <li key={word} className="text-paper-dim text-sm">
          <span
            className={`mr-1.5 font-extrabold font-sign text-xl tabular-nums ${count === 0 ? 'text-paper-faint' : colour}`}
          >
            {count}
          </span>
          {word}
        </li>
      ))}
    </ul>
  )
}

function Changes({ changes }: { changes: readonly RosterImportChange[] }) {
  return (
    <Table label="What changes" className="text-[0.8125rem]!">
      <thead>
        <tr>
          <Th className="w-32">What</Th>
          <Th className="w-24">Callsign</Th>
          <Th className="w-52">Name</Th>
          <Th>Fields</Th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.discordId}>
            <Td label="What">
              <Chip tone={KINDS[change.kind].tone}>{KINDS[change.kind].word}</Chip>
            </Td>
            <Td label="Callsign" className="font-bold font-sign">
              {change.callsign}
            </Td>
            <RowTh label="Name">{change.name}</RowTh>
            <Td label="Fields">
              <ul className="flex flex-wrap gap-x-4 gap-y-1 py-2">
                {change.fields
                  .filter(({ field }) => change.kind === 'changed' || !['name', 'callsign'].includes(field))
                  .map(({ field, before, after }) => (
                    <li key={field} className="min-w-0">
                      <span className="text-paper-faint">{LABELS.get(field)} </span>
                      {change.kind === 'changed' && (
                        <>
                          <del className="text-paper-dim decoration-danger/70">{shown(field, before)}</del>
                          <ArrowRight aria-label="becomes" className="mx-1 inline size-3.5 text-paper-faint" />
                        </>
                      )}
                      <ins className="break-words text-paper no-underline">{shown(field, after)}</ins>
                    </li>
                  ))}
              </ul>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function shown(field: RosterField, value: string | null): string {
  if (value === null || value === '') return '(empty)'
  return field === 'hiredAt' || field === 'lastMove' ? formatDay(value) : value
}

function Errors({ errors }: { errors: readonly RosterImportError[] }) {
  return (
    <>
      <ErrorNote
        message={`Nothing was written: ${errors.length === 1 ? 'one thing' : `${errors.length} things`} in the file must be mended first.`}
      />
      <Table label="What must be mended" className="text-[0.8125rem]!">
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
                {LABELS.get(field) ?? field}
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
  report: RosterImport
  rosterHref: string
  title: string
  onAgain(): void
}

function Done({ report, rosterHref, title, onAgain }: DoneProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-4 rounded-md border border-ok/40 bg-ok/8 px-5 py-4">
      <Check aria-hidden="true" className="size-6 shrink-0 text-ok" />
      <div className="mr-auto">
        <p className="font-bold font-sign">The file was imported.</p>
        <p className="text-paper-dim text-sm">
          {report.added} added, {report.changed} changed, {report.unchanged} unchanged.
        </p>
      </div>
      <Button onClick={onAgain}>Import another file</Button>
      <ButtonLink look="primary" to={rosterHref}>
        Open the {title}
      </ButtonLink>
    </div>
  )
}
