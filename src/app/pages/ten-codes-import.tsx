import { TenCodeImport } from '#features/codes/web/code-import.tsx'

export const Page = () => <TenCodeImport />
