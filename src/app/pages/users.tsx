import { UsersView } from '#features/users/web/users-view.tsx'

export function Page() {
  return <UsersView />
}
