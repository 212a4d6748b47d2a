import { PastImports } from '#features/audit/web/past-imports.tsx'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { FilePicker } from '#ui/import-file.tsx'
import { AccountQuestions } from './account-questions.tsx'
import type { FoundHistory } from './file-reading.ts'
import { FoundHistoryCard } from './found-history-card.tsx'
import { KnownFiles } from './known-files.tsx'
import { MoveInReportCard } from './move-in-report-card.tsx'
import { OtherFileCard, type SheetPage } from './other-file-card.tsx'
import { StaffNamesCard } from './staff-names-card.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'
import { startReading, useFileReading } from './use-file-reading.ts'

interface MoveInViewProps {
  /** The pages that import spreadsheets, each with a count of the columns that it knows. */
  sheets: readonly SheetPage[]
  /** Starts the reader of files. */
  start?: typeof startReading
}

/** Lets owners bring over data: drop a file, see what it would change, import it. */
export function MoveInView({ sheets, start = startReading }: MoveInViewProps) {
  const reading = useFileReading(start)
  const files = useDroppedFiles(reading)
  const { history, other } = files
  return (
    <div data-full-width="" className="mx-auto max-w-[120rem] px-4 pt-2 pb-16">
      <h1 className="text-2xl">{t('Moving in')}</h1>
      <p className="mt-1.5 max-w-[70ch] text-paper-dim">
        {t(
          'Bring your players and their history over from txAdmin or another program. The file is read in this browser, and you see what will change before anything is saved. Nothing is announced to Discord, and no role is touched.',
        )}
      </p>
      <div className="mt-5 max-w-[72rem] space-y-4">
        {files.problem !== null && <ErrorNote message={files.problem} />}
        <FilePicker
          texts={{
            label: t('Files'),
            prompt: t('Choose a file: playersDB.json, a ban list, codes or a spreadsheet'),
            hint: t('or drop it here, with admins.json if you have it'),
          }}
          isMultiple
          name={history?.name ?? null}
          progress={files.doing}
          onChoose={(chosen) => void files.choose(chosen)}
        />
        {files.admins !== null && (
          <p role="status" className="text-paper-dim text-sm">
            {t(
              {
                one: '{count} name with a Discord ID was read from the list of admins. The rest of it stays in your browser.',
                other:
                  '{count} names with a Discord ID were read from the list of admins. The rest of it stays in your browser.',
              },
              { count: files.admins },
            )}
          </p>
        )}
        {other !== null && <OtherFileCard {...other} sheets={sheets} />}
        {history === null && other === null && <KnownFiles />}
        {history !== null && <HistorySteps history={history} files={files} />}
      </div>
      {(history === null || files.isDone) && (
        <div className="max-w-[72rem]">
          <PastImports list="player-actions" onLatestUndone={files.startAgain} />
        </div>
      )}
    </div>
  )
}

interface HistoryStepsProps {
  history: FoundHistory
  files: ReturnType<typeof useDroppedFiles>
}

/** The steps for a history of players: what the file contains, the decisions about it, and what it would change. */
function HistorySteps({ history, files }: HistoryStepsProps) {
  const { choices, report, isBusy, isDone } = files
  const { accounts, olderThan } = choices.decisions
  return (
    <>
      {!isDone && (
        <>
          <FoundHistoryCard
            history={history}
            olderThan={olderThan}
            isBusy={isBusy}
            onLeaveOut={(day) => files.decide({ decisions: { accounts, olderThan: day } })}
          />
          <StaffNamesCard
            key={history.name}
            authors={history.authors}
            staff={choices.staff}
            onChoose={(staff) => files.decide({ staff })}
          />
          {report !== null && report.questions.length > 0 && (
            <AccountQuestions
              questions={report.questions}
              accounts={accounts}
              isBusy={isBusy}
              onAnswer={(answers) => files.decide({ decisions: { accounts: answers, olderThan } })}
            />
          )}
        </>
      )}
      {report !== null && (
        <MoveInReportCard report={report} isDone={isDone} onAgain={files.startAgain}>
          {files.isReportCurrent ? (
            <ImportButton
              count={report.new + report.changed}
              open={report.questions.filter(({ identifier }) => accounts[identifier] === undefined).length}
              isBusy={isBusy}
              onImport={files.confirm}
            />
          ) : (
            <Button look="primary" isPending={isBusy} onClick={files.runDryRun}>
              {t('Check again with these choices')}
            </Button>
          )}
        </MoveInReportCard>
      )}
    </>
  )
}

interface ImportButtonProps {
  /** The number of records that would be written. */
  count: number
  /** The number of open questions. */
  open: number
  isBusy: boolean
  onImport(): void
}

function ImportButton({ count, open, isBusy, onImport }: ImportButtonProps) {
  if (open > 0) {
    return (
      <p className="font-semibold text-warn">
        {t(
          { one: 'Answer {count} question first, above.', other: 'Answer {count} questions first, above.' },
          { count: open },
        )}
      </p>
    )
  }
  return (
    <Button look="primary" disabled={count === 0} isPending={isBusy} onClick={onImport}>
      {count === 0
        ? t('Nothing to import')
        : t({ one: 'Import {count} record', other: 'Import {count} records' }, { count })}
    </Button>
  )
}
