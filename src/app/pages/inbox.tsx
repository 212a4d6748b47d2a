import { InboxView } from '#features/inbox/web/inbox-view.tsx'

export function Page() {
  return <InboxView />
}
