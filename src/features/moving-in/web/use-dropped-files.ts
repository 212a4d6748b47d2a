import { useState } from 'react'
import { formatNumber, t } from '#lib/messages.ts'
import { rememberedStaff, rememberStaff } from '#ui/import-memory.ts'
import type { MoveInReport } from '../contract.ts'
import type { FileReading, FoundFile, FoundHistory, MoveInChoices } from './file-reading.ts'
import { useMoveIn, useTryMoveIn } from './queries.ts'

/** A file that is not a history of players: what it is, and where it can be imported. */
export type OtherFile = Exclude<FoundFile, { kind: 'history' | 'admins' }>

/** Dropped files: they are read, checked with each decision, and imported. */
export function useDroppedFiles(reading: FileReading) {
  const [history, setHistory] = useState<FoundHistory | null>(null)
  const [other, setOther] = useState<{ found: OtherFile; file: File } | null>(null)
  const [admins, setAdmins] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [doing, setDoing] = useState<{ text: string; share: number | null } | null>(null)
  const [choices, setChoices] = useState<MoveInChoices>(firstChoices)
  /** The choices that the report was made with. Later choices are not part of it. */
  const [lastDryRun, setLastDryRun] = useState<{ choices: MoveInChoices; report: MoveInReport } | null>(null)
  const dryRun = useTryMoveIn(reading)
  const importing = useMoveIn(reading)

  async function choose(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    setProblem(null)
    setOther(null)
    importing.reset()
    let found: FoundHistory | null = null
    const passedOver: string[] = []
    let { staff } = choices
    try {
      for (const file of files) {
        setDoing({ text: t('Reading {name}…', { name: file.name }), share: null })
        const read = await reading.read(file, (share) =>
          setDoing({ text: t('Reading {name}…', { name: file.name }), share }),
        )
        if (read.kind === 'history') {
          if (found !== null) passedOver.push(found.name)
          found = read
        } else if (read.kind === 'admins') {
          staff = { ...staff, ...read.staff }
          setAdmins(Object.keys(read.staff).length)
        } else setOther({ found: read, file })
      }
    } catch {
      // A file with wrong content is shown as what it is. This error means that a file was removed or that the worker
      // did not start.
      setProblem(
        t('{name} could not be read. If it is open in another program, close it there and choose it again.', {
          name: files.map(({ name }) => name).join(', '),
        }),
      )
    }
    setDoing(null)
    // Answers about accounts and ages apply to one file only. The names of the staff apply to all.
    const next: MoveInChoices = found === null ? { ...choices, staff } : { ...firstChoices(), staff }
    setChoices(next)
    if (found === null) return
    if (passedOver.length > 0) {
      setProblem(
        t('One file is imported at a time, and this is {name}. Choose the others after it: {others}.', {
          name: found.name,
          others: passedOver.join(', '),
        }),
      )
    }
    setHistory(found)
    setLastDryRun(null)
    runDryRun(next)
  }

  function runDryRun(wanted: MoveInChoices): void {
    dryRun.mutate(wanted, { onSuccess: (report) => setLastDryRun({ choices: wanted, report }) })
  }

  function confirm(): void {
    importing.mutate(choices, {
      onSuccess: () => rememberStaff(choices.staff),
      // The import failed after a successful dry run because something changed meanwhile. Run the dry run again.
      onError: () => runDryRun(choices),
    })
  }

  function startAgain(): void {
    setHistory(null)
    setLastDryRun(null)
    setOther(null)
    setProblem(null)
    dryRun.reset()
    importing.reset()
  }

  const records = formatNumber((history?.people ?? 0) + (history?.actions ?? 0))
  const busy = dryRun.isPending
    ? { text: t('Checking {records} records…', { records }), share: null }
    : importing.isPending
      ? { text: t('Importing {records} records…', { records }), share: null }
      : doing
  return {
    history,
    other,
    admins,
    choices,
    report: importing.data ?? lastDryRun?.report ?? null,
    /** Whether the report was made with the current choices. */
    isReportCurrent: lastDryRun?.choices === choices,
    isDone: importing.isSuccess,
    isBusy: busy !== null,
    doing: busy,
    problem: problem ?? importing.error?.message ?? dryRun.error?.message ?? null,
    choose,
    decide: (change: Partial<MoveInChoices>) => setChoices({ ...choices, ...change }),
    runDryRun: () => runDryRun(choices),
    confirm,
    startAgain,
  }
}

const firstChoices = (): MoveInChoices => ({
  staff: rememberedStaff(),
  decisions: { accounts: {}, olderThan: null },
})
