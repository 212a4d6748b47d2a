import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { formatNumber, t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import type { MoveInReport } from '../contract.ts'

/** The maximum number of rows that are shown. */
const MAX_SHOWN = 200

interface MoveInReportCardProps {
  report: MoveInReport
  isDone: boolean
  onAgain(): void
  /** The next step, while the import is not done. */
  children: ReactNode
}

/** The result of an import or of its dry run: counts, how people were matched, and what cannot be read. */
export function MoveInReportCard({ report, isDone, onAgain, children }: MoveInReportCardProps) {
  return (
    <>
      <section
        aria-labelledby="report"
        className={`rounded-md border ${isDone ? 'border-ok/40 bg-ok/8' : 'border-haze bg-dusk'}`}
      >
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
          <h2 id="report" role={isDone ? 'status' : undefined} className="mr-auto flex items-center gap-2 text-lg">
            {isDone && <CircleCheck aria-hidden="true" className="size-5 text-ok" />}
            {isDone ? t('The file was imported.') : t('What the import would do')}
          </h2>
          {isDone ? (
            <>
              <Button onClick={onAgain}>{t('Import another file')}</Button>
              <ButtonLink look="primary" to="/player-record">
                {t('Open the player record')}
              </ButtonLink>
            </>
          ) : (
            children
          )}
        </div>
        <div className="border-haze border-t px-5 py-4">
          <CountTable report={report} />
        </div>
        <Matched matched={report.matched} />
      </section>
      {report.unreadable.length > 0 && <UnreadableTable unreadable={report.unreadable} />}
    </>
  )
}

function CountTable({ report }: { report: MoveInReport }) {
  const unreadable = report.unreadable.length
  const rows = [
    { label: t('Players'), ...report.people },
    { label: t('Actions'), ...report.actions },
  ]
  return (
    <>
      <table className="w-full max-w-[34rem] text-sm">
        <caption className="sr-only">{t('What the file changes')}</caption>
        <thead className="text-paper-faint">
          <tr>
            <td />
            {[t('New // of records'), t('Changed // of records'), t('Same // of records')].map((head) => (
              <th key={head} scope="col" className="pb-1 text-right font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label} className="border-haze border-t">
              <th scope="row" className="py-2 text-left font-bold font-sign">
                {row.label}
              </th>
              <Count count={row.new} ink="text-ok" />
              <Count count={row.changed} ink="text-warn" />
              <Count count={row.same} ink="text-paper" />
            </tr>
          ))}
        </tbody>
      </table>
      {report.outdated !== null && (
        <p className="mt-2 max-w-[70ch] text-sm text-warn">
          {t(
            {
              one: '{count} action is older than the {days} days for which actions against players are kept. The site will soon remove it again.',
              other:
                '{count} actions are older than the {days} days for which actions against players are kept. The site will soon remove them again.',
            },
            { count: report.outdated.actions, days: report.outdated.days },
          )}
        </p>
      )}
      {unreadable > 0 && (
        <p className="mt-2 text-sm text-warn">
          {t(
            {
              one: '{count} record cannot be read and is left out.',
              other: '{count} records cannot be read and are left out.',
            },
            { count: unreadable },
          )}
        </p>
      )}
    </>
  )
}

const Count = ({ count, ink }: { count: number; ink: string }) => (
  <td
    className={`py-2 text-right font-extrabold font-sign text-lg tabular-nums ${count === 0 ? 'text-paper-faint' : ink}`}
  >
    {formatNumber(count)}
  </td>
)

function Matched({ matched: { byId, byLicence, byName, none } }: Pick<MoveInReport, 'matched'>) {
  const ways = [
    { label: t('by Discord ID'), count: byId },
    { label: t('by license'), count: byLicence },
    { label: t('by name'), count: byName },
    { label: t('new here'), count: none },
  ]
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-1 border-haze border-t px-5 py-3 text-sm">
      <p className="text-paper-dim">{t('How the people are found here:')}</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {ways.map(({ label, count }) => (
          <li key={label} className="text-paper-dim">
            <span className="font-bold text-paper tabular-nums">{formatNumber(count)}</span> {label}
          </li>
        ))}
      </ul>
    </div>
  )
}

function UnreadableTable({ unreadable }: Pick<MoveInReport, 'unreadable'>) {
  return (
    <>
      {unreadable.length > MAX_SHOWN && (
        <p className="text-paper-dim text-sm">
          {t('The first {shown} of {total}:', { shown: MAX_SHOWN, total: formatNumber(unreadable.length) })}
        </p>
      )}
      <Table label={t('What cannot be read')} className="text-[0.8125rem]!">
        <thead>
          <tr>
            <Th className="w-52">{t('Record')}</Th>
            <Th>{t('What is wrong')}</Th>
          </tr>
        </thead>
        <tbody>
          {unreadable.slice(0, MAX_SHOWN).map(({ id, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of a file does not change
            <tr key={at}>
              <RowTh label={t('Record')} className="wrap-anywhere font-mono">
                {id}
              </RowTh>
              <Td label={t('What is wrong')} className="py-2! text-paper-dim">
                {message}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
