import { PenalCodes } from '#features/codes/web/penal-codes.tsx'

export const Page = () => <PenalCodes />
