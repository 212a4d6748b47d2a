import { t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useItemKeys } from '#ui/use-item-keys.ts'
import { useSiteContent } from '#web/site-context.tsx'
import { oneOf, TEXT, useListFilter } from '#web/use-list-filter.ts'
import { findRights, findRoles } from '../rules.ts'
import { useRights } from './queries.ts'
import { RightCard } from './right-card.tsx'
import { rightName } from './right-texts.tsx'
import { RoleCard } from './role-card.tsx'

const WAYS = ['right', 'role'] as const
const PARAMETERS = { search: TEXT, by: oneOf(WAYS, 'right') }
const PANEL = 'rights-panel'

/** The owners' page of who can do what: each right with its roles and people, or each role with its rights. */
export function RightsView() {
  const query = useRights()
  const { data } = query
  const { departments } = useSiteContent()
  const { values, choose, type, clear } = useListFilter(PARAMETERS)
  useItemKeys('li summary')
  const { search, by } = values
  const nameOf = (access: string) => rightName(access, departments)
  const rights = data === undefined ? [] : findRights(data, search, nameOf)
  const roles = data === undefined ? [] : findRoles(data, search, nameOf)
  const shown = by === 'right' ? rights : roles

  return (
    <div data-full-width="" className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pt-2 pb-10 *:max-w-[60rem]">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{t('Who can do this')}</h1>
        <ButtonLink to="/doctor" size="sm" className="sm:ml-auto">
          {t('Doctor')}
        </ButtonLink>
      </header>
      <p className="text-paper-dim text-sm">
        {t(
          'Rights come from Discord roles alone, as site.yaml and the settings say. To change who can do something, give or take the role in Discord, or change the file and start the site again. People are listed once they have signed in here.',
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          label={t('Search')}
          placeholder={t('Search right, role or person')}
          isStale={data === undefined}
          value={search}
          onChange={(text) => type({ search: text })}
          className="w-full sm:w-80"
        />
        <Tabs
          label={t('Show by')}
          tabs={[
            { value: 'right', label: t('Rights'), count: data && rights.length },
            { value: 'role', label: t('Discord roles'), count: data && roles.length },
          ]}
          selected={by}
          onSelect={(value) => choose({ by: WAYS.find((way) => way === value) ?? 'right' })}
          panelId={PANEL}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={by === 'right' ? t('Rights') : t('Discord roles')}>
        {shown.length === 0 ? (
          <NoRights query={query} onClear={clear} />
        ) : (
          <ul className="flex flex-col gap-2">
            {by === 'right'
              ? rights.map((right) => (
                  <RightCard key={right.access} right={right} name={nameOf(right.access)} nameOf={nameOf} />
                ))
              : roles.map((role) => <RoleCard key={role.id} role={role} nameOf={nameOf} />)}
          </ul>
        )}
      </div>
    </div>
  )
}

/** Shown in place of the list until it is loaded, and when nothing matches the search. */
function NoRights({ query, onClear }: { query: ReturnType<typeof useRights>; onClear(): void }) {
  const { data, error, isError, refetch } = query
  return (
    <NoRows
      isLoaded={data !== undefined}
      skeleton={<Skeleton label={t('Loading who can do what…')} rows={10} />}
      failure={isError ? { message: t('Failed to load who can do what.'), error, onRetry: () => void refetch() } : null}
    >
      <Empty
        title={t('No right and no role found.')}
        action={<Button onClick={onClear}>{t('Show everything')}</Button>}
      />
    </NoRows>
  )
}
