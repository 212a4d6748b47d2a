import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useLayoutEffect } from 'react'
import { t } from '#lib/messages.ts'
import { rich } from '#web/rich.tsx'
import { Link } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { useMissingRoles } from './queries.ts'
import { placeText, rightName } from './right-texts.tsx'

/** A notice for owners above the staff pages: roles in the mapping that were deleted in Discord. */
export function MissingRoles() {
  const missing = useMissingRoles().data?.data ?? []
  const { departments } = useSiteContent()
  const isShown = missing.length > 0
  // Let parts that fill the rest of the window measure it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the notice appears or disappears
  useLayoutEffect(() => {
    window.dispatchEvent(new Event('resize'))
  }, [isShown])
  if (!isShown) return null
  const roles = missing.map((role) =>
    t('{id} ({right}; {place})', { id: role.id, right: rightName(role.access, departments), place: placeText(role) }),
  )
  return (
    <aside
      aria-label={t('Deleted Discord roles')}
      className="no-print flex gap-2.5 border-danger/40 border-b bg-danger/10 px-4 py-2 text-sm"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <p className="wrap-anywhere min-w-0">
        {rich('Discord does not have these roles any more, so they give no rights: {roles}. {doctor}', {
          roles: <strong className="font-semibold">{roles.join(', ')}</strong>,
          doctor: (
            <Link to="/doctor" className="inline-link">
              {t('See how to fix it')}
            </Link>
          ),
        })}
      </p>
    </aside>
  )
}
