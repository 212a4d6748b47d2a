import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'

interface RoleNameProps {
  role: { id: string; name: string | null; isDeleted?: boolean }
}

/** The name of a Discord role with its id, or the id alone. */
export function RoleName({ role: { id, name, isDeleted = false } }: RoleNameProps) {
  return (
    <>
      <strong translate="no" className="wrap-anywhere font-semibold text-paper">
        {name ?? id}
      </strong>
      {name !== null && <span className="text-paper-faint text-xs tabular-nums"> {id}</span>}
      {isDeleted && (
        <>
          {' '}
          <Chip tone="danger">{t('deleted in Discord')}</Chip>
        </>
      )}
    </>
  )
}
