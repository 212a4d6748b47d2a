import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { ago, formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ColumnHeads } from '#ui/column-heads.tsx'
import { AlertDialog } from '#ui/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { ListTools } from '#ui/list-tools.tsx'
import { toast } from '#ui/live-region.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { RowTh, Table, Td } from '#ui/table.tsx'
import { type Column, type Columns, useColumns } from '#ui/use-columns.tsx'
import { useRowKeys } from '#ui/use-row-keys.ts'
import { rich } from '#web/rich.tsx'
import { type Sorting, sortedBy, useSort } from '#web/use-sort.ts'
import { useTwoStep } from '#web/use-two-step.ts'
import { exportIngestTokens, type IngestToken } from '../contract.ts'
import { useIngestTokens, useRemoveIngestToken } from './queries.ts'
import { TokenForm } from './token-form.tsx'

const tokenColumns = (): Column[] => [
  { key: 'label', label: t('Name'), isFixed: true, sorts: true },
  { key: 'madeAt', label: t('Made'), sorts: true },
  { key: 'lastUsedAt', label: t('Last used'), sorts: true },
  { key: 'revokedAt', label: t('State'), sorts: true },
  { key: 'actions', label: t('Actions'), isFixed: true, align: 'end' },
]

const SORTED = ['label', 'madeAt', 'lastUsedAt', 'revokedAt'] as const

function sortValueOf(token: IngestToken, column: string): string | null {
  const field = SORTED.find((each) => each === column)
  return field === undefined ? null : token[field]
}

const RESOURCE = 'integrations/fivem'

/** The tokens with which game servers forward actions. Owners make them, see whether they are used, and revoke them. */
export function TokenView() {
  const query = useIngestTokens()
  const kept = useListPreferences()
  const columns = useColumns(tokenColumns(), kept)
  const [isMaking, setIsMaking] = useState(false)
  const [unrevoked, setUnrevoked] = useState<Error | null>(null)
  const tokens = query.data?.data
  const sorting = useSort(SORTED)
  const shown = sortedBy(tokens ?? [], sorting.sort, sortValueOf)
  const failure = { message: t('Failed to load tokens.'), error: query.error, onRetry: () => void query.refetch() }
  const make = (
    <Button look="primary" onClick={() => setIsMaking(true)}>
      <Plus aria-hidden="true" />
      {t('Make a token')}
    </Button>
  )
  return (
    <div data-full-width="" className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pt-2 pb-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{t('Game server tokens')}</h1>
        <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
          <ListTools
            kept={kept}
            columns={tokenColumns()}
            exporting={{ exported: exportIngestTokens, rows: shown.map(({ id }) => String(id)) }}
          />
          {make}
        </div>
      </header>
      <p className="max-w-[75ch] text-paper-dim text-sm">
        {rich(
          'A game server with a token sends warnings, kicks and bans to the player record. The game server resource and its setup guide are in {folder}.',
          { folder: <code>{RESOURCE}</code> },
        )}
      </p>
      {query.isError && tokens !== undefined && <ErrorNote {...failure} />}
      {tokens !== undefined && tokens.length > 0 ? (
        <TokenTable tokens={shown} columns={columns} sorting={sorting} onFailed={setUnrevoked} />
      ) : (
        <NoRows
          isLoaded={tokens !== undefined}
          skeleton={<Skeleton label={t('Loading tokens…')} rows={7} columns={5} />}
          failure={query.isError ? failure : null}
        >
          <Empty title={t('No game server has a token yet.')} hint={t('Make one for each server.')} action={make} />
        </NoRows>
      )}
      {isMaking && <TokenForm onClose={() => setIsMaking(false)} />}
      {unrevoked && (
        <AlertDialog
          message={t('Failed to revoke the token.')}
          why={unrevoked.message}
          onClose={() => setUnrevoked(null)}
        />
      )}
    </div>
  )
}

interface TokenTableProps {
  tokens: readonly IngestToken[]
  columns: Columns
  sorting: Sorting
  onFailed(error: Error): void
}

function TokenTable({ tokens, columns, sorting, onFailed }: TokenTableProps) {
  const rows = useRowKeys({ ids: tokens.map(({ id }) => String(id)) })
  return (
    <Table label={t('Game server tokens')} {...columns.table}>
      {columns.group}
      <thead>
        <tr>
          <ColumnHeads handleOf={columns.handleOf} columns={tokenColumns()} sorting={sorting} />
        </tr>
      </thead>
      <tbody onKeyDown={rows.onKeyDown}>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} place={rows.rowProps(String(token.id))} onFailed={onFailed} />
        ))}
      </tbody>
    </Table>
  )
}

interface TokenRowProps {
  token: IngestToken
  place: ReturnType<ReturnType<typeof useRowKeys>['rowProps']>
  onFailed(error: Error): void
}

function TokenRow({ token, place, onFailed }: TokenRowProps) {
  const remove = useRemoveIngestToken()
  const revocation = useTwoStep(() =>
    remove.mutate(token.id, {
      onSuccess: () => toast(t('The token of {name} was revoked.', { name: token.label })),
      onError: onFailed,
    }),
  )
  const isRevoked = token.revokedAt !== null
  return (
    <tr {...place} className="-outline-offset-2">
      <RowTh label={t('Name')} className="font-semibold! text-paper">
        {token.label}
      </RowTh>
      <Td label={t('Made')} className="text-paper-dim">
        <span>
          <time dateTime={token.madeAt} title={formatMoment(token.madeAt)}>
            {ago(token.madeAt, new Date())}
          </time>
          <span className="text-paper-faint"> {t('by {name}', { name: token.madeBy ?? t('the site itself') })}</span>
        </span>
      </Td>
      <Td label={t('Last used')} className="text-paper-dim">
        {token.lastUsedAt === null ? (
          <span className="text-paper-faint">{t('Never')}</span>
        ) : (
          <time dateTime={token.lastUsedAt} title={formatMoment(token.lastUsedAt)}>
            {ago(token.lastUsedAt, new Date())}
          </time>
        )}
      </Td>
      <Td label={t('State')}>
        {isRevoked ? (
          <span className="inline-flex items-center gap-2">
            <Chip tone="plain">{t('Revoked // a token')}</Chip>
            <span className="text-paper-faint text-xs">{formatMoment(token.revokedAt ?? '')}</span>
          </span>
        ) : (
          <Chip tone="ok">{t('In use')}</Chip>
        )}
      </Td>
      <Td label={isRevoked ? undefined : t('Actions')} align="end">
        {!isRevoked && (
          <Button
            size="sm"
            look="danger"
            aria-label={revocation.isArmed ? undefined : t('Revoke the token of {name}', { name: token.label })}
            isPending={remove.isPending}
            {...revocation.buttonProps}
          >
            {revocation.isArmed ? t('Press again to revoke') : t('Revoke // a token')}
          </Button>
        )}
      </Td>
    </tr>
  )
}
