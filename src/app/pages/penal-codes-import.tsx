import { PenalCodeImport } from '#features/codes/web/code-import.tsx'

export function Page() {
  return <PenalCodeImport />
}
