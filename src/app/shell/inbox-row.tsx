import Inbox from 'lucide-react/icons/inbox'
import { useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { InboxBadge } from '#features/inbox/web/inbox-badge.tsx'
import { useInboxCount } from '#features/inbox/web/use-inbox-count.ts'
import { t } from '#lib/messages.ts'
import { Link } from '#web/router.tsx'

/** The link to the inbox in the phone's menu. The button of the menu shows the number of inbox rows, too. */
export function InboxRow() {
  const { total } = useInboxCount()
  const [button, setButton] = useState<Element | null>(null)
  const findButton = useCallback(
    (row: HTMLElement | null) => setButton(row?.closest('details')?.querySelector('summary') ?? null),
    [],
  )
  return (
    <span ref={findButton} className="contents">
      <Link to="/inbox" className="mb-4 flex min-h-11 items-center gap-3 rounded-md font-semibold">
        <Inbox aria-hidden="true" className="size-5 shrink-0" />
        {t('Inbox')}
        <InboxBadge count={total} />
      </Link>
      {button !== null &&
        total > 0 &&
        createPortal(<InboxBadge count={total} className="absolute top-0.5 right-0 group-open:hidden" />, button)}
    </span>
  )
}
