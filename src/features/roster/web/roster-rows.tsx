import { useRef } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { useListPreferences } from '#features/auth/web/use-list-preferences.ts'
import { t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Roster, RosterMember } from '../contract.ts'
import { COLUMNS } from '../rules.ts'
import { MemberChoice } from './member-choice.tsx'
import { MemberList } from './member-list.tsx'
import { RosterTable, type RosterTableHandle } from './roster-table.tsx'
import { RosterToolbar } from './roster-toolbar.tsx'
import type { useShownMembers } from './use-shown-members.ts'

export interface RosterRowsProps {
  roster: Roster
  words: {
    /** The placeholder of the search. */
    search: string
    /** The empty state of the roster. */
    empty: string
    /** Shown in place of a name whose mention was copied. */
    copied: string
  }
  choices: 'menus' | 'chips'
  /** Returns the link to a member's disciplinary actions. */
  historyOf?: (member: RosterMember) => string
  list: ReturnType<typeof useShownMembers>
  onEdit(member: RosterMember): void
}

/** The filters and the members of a roster: a table, or a list on a phone. */
export function RosterRows({ roster, words, choices, historyOf, list, onEdit }: RosterRowsProps) {
  const { query, ladder, filtering, isPhone, all, shown, grouped, groups, sorting, choice, failure } = list
  const kept = useListPreferences()
  const canEdit = useCan(roster.change)
  const tableRef = useRef<RosterTableHandle>(null)
  const isLoaded = query.data !== undefined
  const shared = {
    ref: tableRef,
    label: ladder.title,
    ladder,
    avatars: query.data?.avatars ?? {},
    copiedText: words.copied,
    choice,
  }
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-3 max-sm:[--stuck:7rem]">
      <RosterToolbar
        filtering={filtering}
        ladder={ladder}
        placeholder={words.search}
        choices={choices}
        statuses={list.statuses}
        roles={list.roles}
        shown={isLoaded ? shown.length : null}
        total={all.length}
        groups={isPhone ? grouped : null}
        kept={kept}
        exporting={{ exported: roster.exports, rows: list.exportedIds }}
        onEnterRows={() => tableRef.current?.focusFirst()}
      />
      {failure !== null && isLoaded && <ErrorNote {...failure} />}
      {shown.length > 0 && isPhone && <MemberList {...shared} groups={grouped} />}
      {shown.length > 0 && !isPhone && (
        <RosterTable
          {...shared}
          groups={groups}
          historyOf={historyOf}
          sorting={sorting}
          kept={kept}
          onEdit={canEdit ? onEdit : undefined}
        />
      )}
      <MemberChoice roster={roster} statuses={ladder.statuses} members={all} choice={choice} />
      {shown.length === 0 && <NoMembers roster={roster} list={list} words={words} />}
    </div>
  )
}

/** Shown in place of the members while they load, after a failure, and when there are none. */
function NoMembers({ roster, words, list }: Pick<RosterRowsProps, 'roster' | 'words' | 'list'>) {
  const canImport = useCan(roster.import)
  const { query, filtering, isPhone, all, failure } = list
  return (
    <NoRows
      className="flex-1"
      isLoaded={query.data !== undefined}
      skeleton={
        <>
          <p aria-hidden="true" className="flex h-9 items-center bg-haze px-3 font-sign text-paper-dim text-sm">
            {t('Loading roster…')}
          </p>
          <Skeleton label={t('Loading roster…')} rows={16} columns={isPhone ? 2 : COLUMNS.length} />
        </>
      }
      failure={failure}
    >
      {all.length === 0 ? (
        <Empty
          title={words.empty}
          action={
            canImport && (
              <ButtonLink look="primary" to={roster.importPage}>
                {t('Import a spreadsheet')}
              </ButtonLink>
            )
          }
        />
      ) : (
        <Empty
          title={t('No staff members match your current filters. Try adjusting your search or clearing some filters!')}
          action={<Button onClick={filtering.clear}>{t('Clear all filters')}</Button>}
        />
      )}
    </NoRows>
  )
}
