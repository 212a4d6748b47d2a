import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { keepDroppedFile } from '#ui/dropped-file.ts'
import { ErrorNote } from '#ui/error-note.tsx'
import type { OtherFile } from './use-dropped-files.ts'

/** A page that imports spreadsheets. */
export interface SheetPage {
  path: string
  title: string
  /** The number of these column names that the page knows. */
  knows(headers: readonly string[]): number
}

interface OtherFileCardProps {
  found: OtherFile
  file: File
  sheets: readonly SheetPage[]
}

const PATHS = { 'ten-codes': '/ten-codes/import', 'penal-codes': '/penal-codes/import' }

/** A file that another page imports: what it is, and a link to that page, which receives the file. */
export function OtherFileCard({ found, file, sheets }: OtherFileCardProps) {
  if (found.kind === 'unknown') {
    return (
      <ErrorNote
        message={found.problem ?? t('{name} is from a program that this site does not know.', { name: found.name })}
      />
    )
  }
  if (found.kind === 'codes') {
    const page = sheets.find(({ path }) => path === PATHS[found.list])
    const codes = new File([found.csv], `${found.list}.csv`, { type: 'text/csv' })
    return (
      <Card
        title={found.program}
        text={
          found.list === 'ten-codes'
            ? t({ one: '{count} 10-code', other: '{count} 10-codes' }, { count: found.rows })
            : t({ one: '{count} penal code', other: '{count} penal codes' }, { count: found.rows })
        }
      >
        {page === undefined ? (
          <p className="text-paper-dim text-sm">{t('Your community has turned the page of these codes off.')}</p>
        ) : (
          <Lead page={page} file={codes} isBest />
        )}
      </Card>
    )
  }
  const ranked = sheets.map((page) => ({ page, known: page.knows(found.headers) })).sort((a, b) => b.known - a.known)
  const [best] = ranked
  const isSure = best !== undefined && best.known >= 2
  return (
    <Card
      title={t('A spreadsheet')}
      text={
        isSure
          ? t('It looks like this list. You see what will change before anything is saved.')
          : t('Choose the list that it is for. You see what will change before anything is saved.')
      }
    >
      {ranked.map(({ page }, at) => (
        <Lead key={page.path} page={page} file={file} isBest={isSure && at === 0} />
      ))}
    </Card>
  )
}

function Card({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-labelledby="other-file" className="rounded-md border border-haze bg-dusk px-5 py-4">
      <h2 id="other-file" className="text-lg">
        {title}
      </h2>
      <p className="text-paper-dim">{text}</p>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </section>
  )
}

/** Opens the page that imports the file, and hands over the file. */
const Lead = ({ page, file, isBest }: { page: SheetPage; file: File; isBest: boolean }) => (
  <ButtonLink look={isBest ? 'primary' : 'secondary'} to={page.path} onClick={() => keepDroppedFile(page.path, file)}>
    {t('Import into the {title}', { title: page.title })}
  </ButtonLink>
)
