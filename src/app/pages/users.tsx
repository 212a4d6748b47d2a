import { VersionNote } from '#features/releases/web/version-note.tsx'
import { UsersView } from '#features/users/web/users-view.tsx'

export function Page() {
  return (
    <>
      <UsersView />
      <VersionNote />
    </>
  )
}
