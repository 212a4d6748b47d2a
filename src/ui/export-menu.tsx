import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import type { Format } from '#lib/export.ts'
import { t } from '#lib/messages.ts'
import { CallFailed, reasonOf } from '#web/call.ts'
import { downloadList, type Exported } from '#web/download.ts'
import { toast } from './live-region.tsx'
import { Menu, MenuAction } from './menu.tsx'

export interface ExportMenuProps {
  exported: Exported
  /** The keys of the shown rows, in their order. Without them, all rows are exported that match `query`, if given. */
  rows?: readonly string[] | undefined
  query?: object
  /** As high as the small buttons beside it. */
  isSmall?: boolean
}

/** Exports a list as a file, filtered and sorted as it is shown. */
export function ExportMenu({ exported, rows, query, isSmall = false }: ExportMenuProps) {
  const [isPending, setIsPending] = useState(false)
  const take = async (format: Format) => {
    setIsPending(true)
    try {
      await downloadList(exported, { format, ...(rows && { rows }), ...(query && { query }) })
    } catch (error) {
      const why = reasonOf(error) ?? (error instanceof CallFailed ? error.fields.rows : undefined)
      toast(`${t('The list could not be exported.')} ${why ?? ''}`.trim(), 'danger')
    } finally {
      setIsPending(false)
    }
  }
  return (
    <Menu
      label={t('Export')}
      disabled={isPending || rows?.length === 0}
      triggerClass={`touch-target inline-flex ${isSmall ? 'h-8' : 'h-10'} items-center gap-1.5 rounded-sm border border-paper-faint/60 bg-night/60 px-3 font-sign font-semibold text-paper-dim text-sm hover:border-paper-faint/80 disabled:text-paper-faint max-sm:px-2.5`}
      trigger={
        <>
          <Download aria-hidden="true" className="size-4 shrink-0" />
          <span className="max-sm:sr-only">{t('Export')}</span>
        </>
      }
    >
      <MenuAction onSelect={() => void take('csv')}>{t('CSV, for spreadsheets')}</MenuAction>
      <MenuAction onSelect={() => void take('json')}>{t('JSON, for programs')}</MenuAction>
    </Menu>
  )
}
