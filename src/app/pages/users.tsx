import { NuqsAdapter } from 'nuqs/adapters/react'
import { UsersView } from '#features/users/web/users-view.tsx'

export function Page() {
  return (
    <NuqsAdapter>
      <UsersView />
    </NuqsAdapter>
  )
}
