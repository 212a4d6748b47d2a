import { TenCodes } from '#features/codes/web/ten-codes.tsx'

export const Page = () => <TenCodes />
