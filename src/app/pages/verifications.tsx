import { VerificationQueue } from '#features/verification/web/verification-queue.tsx'

export function Page() {
  return <VerificationQueue />
}
