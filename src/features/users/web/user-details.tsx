import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { SessionUser } from '../contract.ts'
import { AccountRights } from './account-rights.tsx'
import { useFindUserSessions } from './queries.ts'
import { SessionList } from './session-list.tsx'
import { TypeChip } from './type-chip.tsx'

interface UserDetailsProps {
  user: SessionUser
  onRemove(): void
  onClose(): void
}

/** The dialog of a row in the users' table: the person's sessions, and where each of their rights comes from. */
export function UserDetails({ user, onRemove, onClose }: UserDetailsProps) {
  const { data, error, isError, refetch, dataUpdatedAt } = useFindUserSessions(user.id)
  const now = new Date(dataUpdatedAt)
  return (
    <Dialog
      title={user.global_name ?? user.username}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button look="danger" className="mr-auto" onClick={onRemove}>
            {t('Delete sessions')}
          </Button>
          <Button onClick={onClose}>{t('Close')}</Button>
        </>
      }
    >
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={user.global_name ?? user.username} url={data?.item.avatarUrl} size="lg" />
        <div className="min-w-0 max-sm:max-w-[calc(100%-4rem)]">
          <p className="truncate font-semibold text-paper">{user.username}</p>
          <p className="text-paper-faint text-sm tabular-nums">{user.id}</p>
        </div>
        <div className="sm:ml-auto">
          <TypeChip type={data?.item.type ?? user.type} />
        </div>
      </div>
      {isError && <ErrorNote message={t('Failed to load sessions.')} error={error} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton label={t('Loading sessions…')} rows={4} />}
      {data !== undefined && (
        <div className="space-y-6">
          <Part title={t('Sessions')}>
            {data.item.sessions.length === 0 ? (
              <p className="text-paper text-sm">{t('Not signed in anywhere.')}</p>
            ) : (
              <SessionList sessions={data.item.sessions} now={now} />
            )}
          </Part>
          <Part title={t('Roles and permissions')}>
            <AccountRights account={data.item} now={now} />
          </Part>
        </div>
      )}
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="eyebrow mb-3 text-amber">{title}</h3>
      {children}
    </section>
  )
}
