import { TenCodes } from '#features/codes/web/ten-codes.tsx'

export function Page() {
  return <TenCodes />
}
