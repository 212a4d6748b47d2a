import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ComponentProps, useState } from 'react'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ColumnHeads } from '#ui/column-heads.tsx'
import { AlertDialog, ConfirmDialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { ListTools } from '#ui/list-tools.tsx'
import { toast } from '#ui/live-region.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { RowTh, Table, Td } from '#ui/table.tsx'
import { type Column, useColumns } from '#ui/use-columns.tsx'
import { openOnPress, useRowKeys } from '#ui/use-row-keys.ts'
import { TEXT, useListFilter } from '#web/use-list-filter.ts'
import { sortedBy, useSort } from '#web/use-sort.ts'
import { exportUserSessions, type SessionUser } from '../contract.ts'
import { matches, SESSION_TYPES } from '../rules.ts'
import { useRemoveUserSessions, useUserSessions } from './queries.ts'
import { TypeChip } from './type-chip.tsx'
import { UserDetails } from './user-details.tsx'

const PARAMETERS = { search: TEXT }

/** The owners' page of everyone who is signed in: name, type and number of sessions, with a button that ends them. */
export function UsersView() {
  const query = useUserSessions()
  const removal = useRemoveUserSessions()
  const [opened, setOpened] = useState<SessionUser | null>(null)
  const [removing, setRemoving] = useState<SessionUser | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  const users = query.data?.data
  const sessionCount = users?.reduce((sum, user) => sum + user.sessionCount, 0)

  const remove = (user: SessionUser) =>
    removal.mutate(user.id, {
      onSuccess: () => {
        setOpened(null)
        toast(t('{name} was logged out everywhere.', { name: user.username }))
      },
      onError: () => setHasFailed(true),
      onSettled: () => setRemoving(null),
    })

  return (
    <div data-full-width="" className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pt-2 pb-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-2xl">{t('Users')}</h1>
        <RefreshButton isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
        <ButtonLink to="/rights" size="sm">
          {t('Who can do this')}
        </ButtonLink>
        <p className="text-paper-faint text-sm tabular-nums sm:ml-auto">
          {users !== undefined && countText(users.length, sessionCount ?? 0)}
        </p>
      </header>
      <UserList query={query} onOpen={setOpened} onRemove={setRemoving} />
      {opened !== null && (
        <UserDetails user={opened} onRemove={() => setRemoving(opened)} onClose={() => setOpened(null)} />
      )}
      {removing !== null && (
        <ConfirmDialog
          title={t('Log out {name}', { name: removing.global_name ?? removing.username })}
          message={t('Delete all active sessions for this user? They will be logged out.')}
          action={t('Delete')}
          isPending={removal.isPending}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
      {hasFailed && (
        <AlertDialog
          message={t('Failed to delete sessions.')}
          why={removal.error?.message}
          onClose={() => setHasFailed(false)}
        />
      )}
    </div>
  )
}

interface UserListProps {
  query: ReturnType<typeof useUserSessions>
  onOpen(user: SessionUser): void
  onRemove(user: SessionUser): void
}

/** The search and the table of the people it finds. */
function UserList({ query, onOpen, onRemove }: UserListProps) {
  const { data, error, isError, refetch } = query
  const kept = useListPreferences()
  const columns = useColumns(userColumns(), kept)
  const { values, type, clear } = useListFilter(PARAMETERS)
  const { search } = values
  const isFiltered = search.trim() !== ''
  const users = data?.data
  const found = users?.filter((user) => matches(user, search)) ?? []
  const sorting = useSort(SORTED)
  const shown = sortedBy(found, sorting.sort, sortValueOf)
  const open = (id: string) => {
    const user = shown.find((each) => each.id === id)
    if (user !== undefined) onOpen(user)
  }
  const rows = useRowKeys({ ids: shown.map(({ id }) => id), onOpen: open })
  const failure = isError ? { message: t('Failed to load users.'), error, onRetry: () => void refetch() } : null
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          label={t('Search')}
          placeholder={t('Search name, ID, type...')}
          isStale={users === undefined}
          value={search}
          onChange={(text) => type({ search: text })}
          className="w-full sm:w-80"
        />
        <ListTools
          kept={kept}
          columns={userColumns()}
          exporting={{
            exported: exportUserSessions,
            rows: !isFiltered && sorting.sort === null ? undefined : shown.map(({ id }) => id),
          }}
        />
        <p role="status" className="ml-auto text-paper-faint text-sm tabular-nums">
          {users !== undefined &&
            isFiltered &&
            t('{shown} of {total} people', { shown: shown.length, total: users.length })}
        </p>
      </div>
      {failure !== null && users !== undefined && <ErrorNote {...failure} />}
      {shown.length > 0 ? (
        <Table label={t('Users')} {...columns.table}>
          {columns.group}
          <thead>
            <tr>
              <ColumnHeads handleOf={columns.handleOf} columns={userColumns()} sorting={sorting} />
            </tr>
          </thead>
          <tbody onKeyDown={rows.onKeyDown}>
            {shown.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                place={rows.rowProps(user.id)}
                onOpen={() => onOpen(user)}
                onRemove={() => onRemove(user)}
              />
            ))}
          </tbody>
        </Table>
      ) : (
        <NoUsers isLoaded={users !== undefined} failure={failure} isFiltered={isFiltered} onClear={clear} />
      )}
    </>
  )
}

interface NoUsersProps extends Pick<ComponentProps<typeof NoRows>, 'isLoaded' | 'failure'> {
  isFiltered: boolean
  onClear(): void
}

function NoUsers({ isLoaded, failure, isFiltered, onClear }: NoUsersProps) {
  return (
    <NoRows
      isLoaded={isLoaded}
      skeleton={<Skeleton label={t('Loading users…')} rows={9} columns={5} />}
      failure={failure}
    >
      <Empty
        title={t('No users found.')}
        action={isFiltered && <Button onClick={onClear}>{t('Show everybody')}</Button>}
      />
    </NoRows>
  )
}

const userColumns = (): Column[] => [
  { key: 'username', label: t('Discord Username'), isFixed: true, sorts: true },
  { key: 'id', label: t('Discord ID'), sorts: true },
  { key: 'type', label: t('Type'), sorts: true },
  { key: 'sessionCount', label: t('Sessions'), sorts: true, align: 'end' },
  { key: 'actions', label: t('Actions'), isFixed: true, align: 'end' },
]

const SORTED = ['username', 'id', 'type', 'sessionCount'] as const

function sortValueOf(user: SessionUser, column: string): string | number | null {
  if (column === 'type') return SESSION_TYPES.indexOf(user.type)
  const field = SORTED.find((each) => each === column)
  return field === undefined ? null : user[field]
}

interface UserRowProps {
  user: SessionUser
  place: ReturnType<ReturnType<typeof useRowKeys>['rowProps']>
  onOpen(): void
  onRemove(): void
}

function UserRow({ user, place, onOpen, onRemove }: UserRowProps) {
  return (
    <tr {...place} onClick={openOnPress(onOpen)} className="cursor-pointer -outline-offset-2">
      <RowTh label={t('Discord Username')}>
        <button
          type="button"
          tabIndex={place.tabIndex}
          aria-label={t('Sessions of {name}', { name: user.username })}
          onClick={onOpen}
          className="touch-target flex max-w-full items-center gap-2.5 text-left hover:text-lagoon"
        >
          <Avatar name={user.global_name ?? user.username} size="sm" />
          <span className="flex min-w-0 gap-x-2.5 max-sm:flex-col">
            <span className="truncate font-semibold text-paper">{user.username}</span>
            {user.global_name !== null && <span className="truncate text-paper-faint">{user.global_name}</span>}
          </span>
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-paper-faint" />
        </button>
      </RowTh>
      <Td label={t('Discord ID')} className="whitespace-nowrap text-paper-dim text-xs tabular-nums">
        {user.id}
      </Td>
      <Td label={t('Type')}>
        <TypeChip type={user.type} />
      </Td>
      <Td label={t('Sessions')} align="end" className="text-paper tabular-nums">
        {user.sessionCount}
      </Td>
      <Td label={t('Actions')} align="end">
        <Button
          size="sm"
          look="danger"
          tabIndex={place.tabIndex}
          aria-label={t('Delete sessions of {name}', { name: user.username })}
          onClick={onRemove}
        >
          {t('Delete')}
        </Button>
      </Td>
    </tr>
  )
}

/** For example '3 people, 5 sessions'. */
function countText(people: number, sessions: number): string {
  return t('{people}, {sessions}', {
    people: t({ one: '{count} person', other: '{count} people' }, { count: people }),
    sessions: t({ one: '{count} session', other: '{count} sessions' }, { count: sessions }),
  })
}
