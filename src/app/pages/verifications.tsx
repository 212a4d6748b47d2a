import { NuqsAdapter } from 'nuqs/adapters/react'
import { VerificationQueue } from '#features/verification/web/verification-queue.tsx'

export function Page() {
  return (
    <NuqsAdapter>
      <VerificationQueue />
    </NuqsAdapter>
  )
}
