import Gamepad2 from 'lucide-react/icons/gamepad-2'
import History from 'lucide-react/icons/history'
import { PersonLink } from '#features/auth/web/person-link.tsx'
import { dayOf, formatDay } from '#lib/dates.ts'
import type { KeptList } from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ChoiceBox, ChoiceOfAll } from '#ui/choice-box.tsx'
import { ColumnHeads } from '#ui/column-heads.tsx'
import { Day } from '#ui/day.tsx'
import { RowTh, Table, Td } from '#ui/table.tsx'
import type { Choice } from '#ui/use-choice.ts'
import { type Column, useColumns } from '#ui/use-columns.tsx'
import { openOnPress, useRowKeys } from '#ui/use-row-keys.ts'
import type { Sorting } from '#web/use-sort.ts'
import type { DaEntry } from '../contract.ts'
import { accountOf } from '../player-rules.ts'
import { SORTS } from '../rules.ts'
import { TypeChip, WaitingMark } from './type-chip.tsx'
import { useFamily } from './use-family.ts'

interface ActionTableProps {
  rows: readonly DaEntry[]
  /** Pictures, by Discord ID. */
  avatars: Readonly<Record<string, string>>
  /** True when the rows do not match the filters yet. */
  isStale: boolean
  sorting: Sorting
  /** The user's own settings of this list. */
  kept: KeptList
  choice: Choice
  onOpen(id: number): void
}

/** The entries of a page. A press on a row opens it. Arrow keys move over the rows, and Enter opens one. */
export function ActionTable({ rows, avatars, isStale, sorting, kept, choice, onOpen }: ActionTableProps) {
  const { user, rows: label } = useFamily().words()
  const columns = useColumns(actionColumns(user), kept)
  const keys = useRowKeys({ ids: rows.map(({ id }) => String(id)), onOpen: (id) => onOpen(Number(id)) })
  return (
    <Table
      label={label}
      {...columns.table}
      className={`text-[0.8125rem]! transition-opacity [--cell-x:10px] sm:[@media(height>=50rem)]:not-data-[density=compact]:[--row:44px] xl:max-h-none! xl:min-h-0 xl:flex-1 [&_table]:table-fixed sm:[&_table]:min-w-[59.5rem] ${isStale ? 'stale-rows' : ''}`}
    >
      {columns.group}
      <thead>
        <tr>
          <ColumnHeads
            handleOf={columns.handleOf}
            columns={actionColumns(user)}
            sorting={sorting}
            lead={<ChoiceOfAll {...choice} />}
          />
        </tr>
      </thead>
      <tbody {...choice.listProps} onKeyDown={keys.onKeyDown}>
        {rows.map((row) => (
          <tr
            key={row.id}
            {...keys.rowProps(String(row.id))}
            data-choice={row.id}
            data-chosen={choice.has(String(row.id))}
            onClick={openOnPress(() => onOpen(row.id))}
            className="cursor-pointer -outline-offset-2"
          >
            <Td label={t('Date')} className="whitespace-nowrap text-paper-dim">
              <span className="flex items-center gap-1">
                <ChoiceBox
                  id={String(row.id)}
                  name={rowName(row)}
                  isChosen={choice.has(String(row.id))}
                  onChoose={choice.choose}
                  tabIndex={keys.rowProps(String(row.id)).tabIndex}
                />
                <Day day={dayOf(row.date)} at={row.date} />
              </span>
            </Td>
            <RowTh label={user} className="wrap-anywhere font-semibold! leading-[1.125rem] text-paper" title={row.user}>
              <span className="flex items-center gap-2">
                <UserPicture entry={row} url={avatars[row.user]} tabIndex={keys.rowProps(String(row.id)).tabIndex} />
                <span className="min-w-0">{row.user_name}</span>
              </span>
            </RowTh>
            <Td label={t('Admin')} className="wrap-anywhere text-paper-dim leading-[1.125rem]" title={row.admin}>
              {row.admin_name}
            </Td>
            <Td label={t('Type')}>
              <span className="inline-flex flex-wrap items-center gap-1.5">
                <TypeChip type={row.type} revoked={row.revoked} />
                <WaitingMark entry={row} />
                {row.is_from_game && (
                  <Gamepad2 role="img" aria-label={t('From the game')} className="size-3.5 shrink-0 text-paper-faint" />
                )}
                {row.is_revised && (
                  <History role="img" aria-label={t('Revised')} className="size-3.5 shrink-0 text-paper-faint" />
                )}
              </span>
            </Td>
            <Td label={t('Internal Reason')} className="text-paper-dim">
              <span className={REASON}>
                {row.internal_reason ?? <span className="text-paper-faint">{t(REDACTED_TEXT)}</span>}
              </span>
            </Td>
            <Td label={row.external_reason === null ? undefined : t('External Reason')} className="text-paper-dim">
              {row.external_reason !== null && <span className={REASON}>{row.external_reason}</span>}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface UserPictureProps {
  entry: DaEntry
  url: string | undefined
  tabIndex: number
}

/** The picture of the person whom an action is about. When they have an account, a press opens their panel. */
function UserPicture({ entry: { user, user_name: name }, url, tabIndex }: UserPictureProps) {
  const account = accountOf(user)
  const picture = <Avatar key={user} name={name} url={url} size="sm" />
  if (account === null) return picture
  return (
    <PersonLink
      id={account}
      name={name}
      tabIndex={tabIndex}
      className="relative flex shrink-0 rounded-full outline-offset-0 after:-inset-x-2 after:-inset-y-1 after:absolute hover:ring-2 hover:ring-lagoon"
      picture={picture}
    />
  )
}

/** Distinguishes an action from the others of its list. */
export const rowName = ({ user_name, date }: DaEntry) => `${user_name}, ${formatDay(dayOf(date))}`

/** A row has space for two lines of a reason. The details of the action have the whole text. */
const REASON = 'wrap-anywhere line-clamp-2 leading-[1.125rem] max-sm:line-clamp-3'

/**
 * Spec, section 2: the columns of the table, by field name. `user` is the heading of the people whom actions are about.
 */
export const actionColumns = (user: string): Column[] =>
  [
    { key: 'date', label: t('Date'), width: 124, isFixed: true },
    { key: 'user_name', label: user, width: 168, isFixed: true },
    { key: 'admin_name', label: t('Admin'), width: 144 },
    { key: 'type', label: t('Type'), width: 172 },
    { key: 'internal_reason', label: t('Internal Reason') },
    { key: 'external_reason', label: t('External Reason') },
  ].map((column) => ({ ...column, sorts: SORTS.some((sort) => sort.startsWith(`${column.key}:`)) }))
