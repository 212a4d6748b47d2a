import { TenCodeImport } from '#features/codes/web/code-import.tsx'

export function Page() {
  return <TenCodeImport />
}
