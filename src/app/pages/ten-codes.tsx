import { TenCodes } from '#features/codes/web/ten-codes.tsx'

export function TenCodesPage() {
  return <TenCodes />
}
