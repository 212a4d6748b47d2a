import { PENAL_CODE_SHEET, TEN_CODE_SHEET } from '#features/codes/sheet-rules.ts'
import { headerOf as actionHeader } from '#features/discipline/sheet-rules.ts'
import { MoveInView } from '#features/moving-in/web/move-in-view.tsx'
import { headerOf as linkHeader } from '#features/quick-links/sheet-rules.ts'
import { headerOf as memberHeader } from '#features/roster/rules.ts'
import { findMessage } from '#lib/messages.ts'
import { usePages } from '../shell/open-pages.ts'

/**
 * Finds the field for the header of a column, for the list of each import page. Null when the list does not know the
 * header.
 */
const HEADERS: Record<string, (header: string) => string | null> = {
  '/ten-codes/import': TEN_CODE_SHEET.headerOf,
  '/penal-codes/import': PENAL_CODE_SHEET.headerOf,
  '/staff-da-database/import': actionHeader,
  '/es/import': linkHeader,
  '/staff-roster/import': memberHeader,
}
const NOTHING = () => null

export function Page() {
  const sheets = usePages()
    .filter(({ isImport }) => isImport)
    .map(({ path, title }) => ({
      path,
      title: typeof title === 'string' ? findMessage(title) : path,
      knows: (headers: readonly string[]) =>
        new Set(headers.map(HEADERS[path] ?? NOTHING).filter((field) => field !== null)).size,
    }))
  return <MoveInView sheets={sheets} />
}
