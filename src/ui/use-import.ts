import { useEffect, useRef, useState } from 'react'
import { currentLanguage, formatNumber, t } from '#lib/messages.ts'
import { type ChosenSheet, type ImportProgress, MAX_BYTES, type SheetReport } from '#lib/sheet.ts'
import { decodeSheet, isArchive } from '#lib/sheet-text.ts'
import { takeDroppedFile } from './dropped-file.ts'
import { remember, rememberedColumns, rememberedPeople } from './import-memory.ts'
import type { Xlsx } from './import-xlsx.ts'

/** A call that sends the file. TanStack Query's mutations have this shape. */
interface FileMutation<R> {
  data: R | undefined
  error: Error | null
  isPending: boolean
  isSuccess: boolean
  mutate(file: ChosenSheet, options?: { onError?: () => void; onSuccess?: (report: R) => void }): void
  reset(): void
}

/** Only lists that a file may replace report the number of removed records and the version behind the preview. */
export type Report = SheetReport & { removed?: number; basis?: string }

interface ChosenFile {
  name: string
  sheet: ChosenSheet
  /** An .xlsx file and the name of its sheet that is read. Null for other files. */
  xlsx: (Xlsx & { chosen: string }) | null
}

export interface ImportCalls<R> {
  /** The page of the list. Choices are remembered for it. */
  href: string
  /** The preview: reports what would change. */
  trying: FileMutation<R>
  importing: FileMutation<R>
}

/** Takes a file through an import: it is read, previewed with each choice, and imported. */
export function useImport<R extends Report>({ href, trying, importing }: ImportCalls<R>) {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [written, setWritten] = useState<ImportProgress | null>(null)
  /** The name of the file that is being read. */
  const [readingName, setReadingName] = useState<string | null>(null)
  const reading = useRef<File | null>(null)
  const report = importing.isSuccess ? importing.data : trying.data
  // The last report stays on the page during a new preview, so that the page does not jump.
  const [last, setLast] = useState<R | null>(null)
  const columns = last?.columns ?? []

  async function choose(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    startAgain()
    const { name } = chosen
    if (chosen.size > MAX_BYTES) return setProblem(t('{name} is larger than 2 MB. Is it the right file?', { name }))
    setReadingName(name)
    reading.current = chosen
    try {
      const { text, xlsx } = await readFile(chosen)
      if (reading.current === chosen) openText(name, text, xlsx)
    } catch (error) {
      if (reading.current !== chosen) return
      setReadingName(null)
      setProblem(
        error instanceof Error && error.name === 'UnreadableXlsx'
          ? error.message
          : t('{name} could not be read. If it is open in another program, close it there and choose it again.', {
              name,
            }),
      )
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the file that another page handed on
  useEffect(() => {
    void choose(takeDroppedFile(`${href}/import`))
  }, [])

  function openText(name: string, text: string, xlsx: ChosenFile['xlsx'] = null): void {
    startAgain()
    if (new Blob([text]).size > MAX_BYTES) {
      setProblem(t('{name} is larger than 2 MB. Is it the right file?', { name }))
      return
    }
    const choices = rememberedColumns(href)
    const first = { text, name, choices, answers: {}, goodRowsOnly: false, removesMissing: false }
    setFile({ name, sheet: first, xlsx })
    preview(first, ({ questions = [] }) => {
      // The people of the file may be known from the answers to an earlier file.
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
      openText(file.name, await file.xlsx.read(chosen), { ...file.xlsx, chosen })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('{name} could not be read.', { name: file.name }))
    }
  }

  function startAgain(): void {
    reading.current = null
    setReadingName(null)
    setFile(null)
    setLast(null)
    setProblem(null)
    trying.reset()
    importing.reset()
  }

  /** Previews the file again with another choice or answer. */
  function changeChoices(change: Partial<ChosenSheet>): void {
    if (file === null) return
    const sheet = { ...file.sheet, ...change }
    setFile({ ...file, sheet })
    importing.reset()
    preview(sheet)
  }

  function confirm(): void {
    if (file === null) return
    // Confirm what the page shows for unrecognized columns.
    const shown = columns.filter(({ isOpen }) => isOpen).map(({ name, field }) => [name, field ?? ''])
    const choices = { ...Object.fromEntries(shown), ...file.sheet.choices }
    const sheet = { ...file.sheet, choices, basis: report?.basis }
    setWritten(null)
    importing.mutate(
      { ...sheet, onProgress: setWritten },
      {
        // Refused after a successful preview: the list has changed. Preview it again.
        onError: () => preview(sheet),
        onSuccess: () => remember(href, { choices: file.sheet.choices, answers: sheet.answers }),
      },
    )
  }

  const count = file?.sheet.text.split('\n').length ?? 0
  const progress = trying.isPending
    ? { text: t({ one: 'Checking {count} line…', other: 'Checking {count} lines…' }, { count }), share: null }
    : importing.isPending
      ? progressOf(written, count)
      : readingName === null
        ? null
        : { text: t('Reading {name}…', { name: readingName }), share: null }
  return {
    file,
    problem,
    report,
    last,
    columns,
    progress,
    choose,
    chooseSheet,
    openText,
    changeChoices,
    startAgain,
    confirm,
  }
}

/** The text of a file. For an .xlsx file, the text of its first sheet. */
async function readFile(file: File): Promise<{ text: string; xlsx: ChosenFile['xlsx'] }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!isArchive(bytes)) return { text: decodeSheet(bytes), xlsx: null }
  const { openXlsx } = await import('./import-xlsx.ts')
  const xlsx = await openXlsx(bytes)
  const [first = ''] = xlsx.sheets
  return { text: await xlsx.read(first), xlsx: { ...xlsx, chosen: first } }
}

/** The progress of an import of a number of lines. */
function progressOf(written: ImportProgress | null, count: number) {
  if (written === null) {
    return { text: t({ one: 'Importing {count} line…', other: 'Importing {count} lines…' }, { count }), share: null }
  }
  const { done, total } = written
  const percent = (done / total).toLocaleString(currentLanguage(), { style: 'percent' })
  const values = { count: total, done: formatNumber(done), rows: formatNumber(total), percent }
  return {
    text: t(
      { one: 'Importing: {done} of {rows} row ({percent})', other: 'Importing: {done} of {rows} rows ({percent})' },
      values,
    ),
    share: done / total,
  }
}
