import { NuqsAdapter } from 'nuqs/adapters/react'
import { UsersDesk } from '#features/users/web/users-desk.tsx'

export function UsersPage() {
  return (
    <NuqsAdapter>
      <UsersDesk />
    </NuqsAdapter>
  )
}
