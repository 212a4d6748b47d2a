import { PenalCodeImport } from '#features/codes/web/code-import.tsx'

export const Page = () => <PenalCodeImport />
