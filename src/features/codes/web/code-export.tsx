import { ExportMenu } from '#ui/export-menu.tsx'
import { exportPenalCodes, exportTenCodes } from '../contract.ts'

const EXPORTED = { '/ten-codes': exportTenCodes, '/penal-codes': exportPenalCodes }

interface CodeExportProps {
  page: keyof typeof EXPORTED
  /** The ids of those that are shown, in their order. */
  rows: readonly string[]
}

/** The codes that are shown as a file. Code of its own, with the contract, for staff alone. */
export const CodeExport = ({ page, rows }: CodeExportProps) => (
  <ExportMenu isSmall exported={EXPORTED[page]} rows={rows} />
)
