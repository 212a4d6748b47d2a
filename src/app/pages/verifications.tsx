import { VerificationQueue } from '#features/verification/web/verification-queue.tsx'

export const Page = () => <VerificationQueue />
