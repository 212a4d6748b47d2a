import { NuqsAdapter } from 'nuqs/adapters/react'
import { UsersView } from '#features/users/web/users-view.tsx'

export function UsersPage() {
  return (
    <NuqsAdapter>
      <UsersView />
    </NuqsAdapter>
  )
}
