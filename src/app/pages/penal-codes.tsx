import { PenalCodes } from '#features/codes/web/penal-codes.tsx'

export function Page() {
  return <PenalCodes />
}
