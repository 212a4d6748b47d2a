import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { useId, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { ExportMenu } from '#ui/export-menu.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useItemKeys } from '#ui/use-item-keys.ts'
import { type ListFilter, TEXT, useListFilter, type ValuesOf } from '#web/use-list-filter.ts'
import { changeQuickLink, exportQuickLinks, type QuickLink } from '../contract.ts'
import { groupQuickLinks, matchesQuickLink } from '../rules.ts'
import { useQuickLinks } from './queries.ts'
import { QuickLinkCard } from './quick-link-card.tsx'
import { QuickLinkForm } from './quick-link-form.tsx'
import { useCompact } from './use-compact.ts'

const PARAMETERS = { group: TEXT, search: TEXT }

/** All quick links as cards, with a filter by group and a search. Management edits them in place. */
export function QuickLinks() {
  const { data, error, isError, refetch } = useQuickLinks()
  const { isCompact, setCompact } = useCompact()
  const filtering = useListFilter(PARAMETERS)
  const { values: filter, clear } = filtering
  const [opened, setOpened] = useState<QuickLink | 'new' | null>(null)
  const panelId = useId()
  useItemKeys('li h3 > :is(a, button)')

  const links = data?.data ?? []
  const shown = groupQuickLinks(links.filter((link) => matchesQuickLink(link, filter)))
  const canEdit = useCan(changeQuickLink)

  return (
    <div data-full-width="" className="mx-auto max-w-[120rem] px-4 pt-2 pb-16">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{t('ES Quick Info')}</h1>
        <p className="mr-auto text-paper-dim text-sm">{t('Press a card to open its link or copy its text.')}</p>
        <Density isCompact={isCompact} onChange={setCompact} />
        <ExportMenu
          isSmall
          exported={exportQuickLinks}
          rows={shown.flatMap(({ links }) => links.map(({ key }) => key))}
        />
        {canEdit && <EditTools onAdd={() => setOpened('new')} />}
      </header>
      <LinkFilter filtering={filtering} links={data?.data} panelId={panelId} />
      <div id={panelId} role="tabpanel" aria-label={filter.group || t('All')} className="pt-4">
        {isError && <ErrorNote message={t('Failed to load the links.')} error={error} onRetry={() => void refetch()} />}
        {data === undefined && !isError && (
          <div className="overflow-hidden rounded-md border border-haze bg-dusk">
            <Skeleton label={t('Loading links…')} rows={8} columns={3} />
          </div>
        )}
        {data !== undefined && shown.length === 0 && (
          <div className="min-h-[24rem] rounded-md border border-haze bg-dusk">
            <Empty
              title={t('No links found.')}
              action={
                (filter.search !== '' || filter.group !== '') && <Button onClick={clear}>{t('Show all links')}</Button>
              }
            />
          </div>
        )}
        {shown.map(({ group, links }) => (
          <section key={group} aria-label={group} className="not-first:mt-7">
            <h2 className="eyebrow mb-2.5 text-amber">{group}</h2>
            <ul
              className={`grid grid-cols-1 ${isCompact ? 'gap-2 sm:grid-cols-2 lg:grid-cols-4 2xl:grid-cols-6' : 'gap-3 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4'}`}
            >
              {links.map((link) => (
                <QuickLinkCard
                  key={link.key}
                  link={link}
                  isCompact={isCompact}
                  onEdit={canEdit ? () => setOpened(link) : undefined}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {opened !== null && (
        <QuickLinkForm
          link={opened === 'new' ? null : opened}
          keys={links.map(({ key }) => key)}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

/** Import and Add link, for people who may change the quick links. */
function EditTools({ onAdd }: { onAdd(): void }) {
  return (
    <>
      <ButtonLink size="sm" look="ghost" to="/es/import" aria-label={t('Import')} className="max-sm:px-2">
        <Upload aria-hidden="true" />
        <span className="max-sm:sr-only">{t('Import')}</span>
      </ButtonLink>
      <Button size="sm" look="primary" onClick={onAdd}>
        <Plus aria-hidden="true" />
        {t('Add link')}
      </Button>
    </>
  )
}

interface LinkFilterProps {
  filtering: ListFilter<ValuesOf<typeof PARAMETERS>>
  /** Undefined until loaded. */
  links: readonly QuickLink[] | undefined
  panelId: string
}

/** The search, and a tab for each group with the number of links that the search finds in it. */
function LinkFilter({ filtering, links, panelId }: LinkFilterProps) {
  const { values: filter, type, choose } = filtering
  const found = links?.filter((link) => matchesQuickLink(link, { ...filter, group: '' })) ?? []
  const tabs = [
    { value: '', label: t('All'), count: links && found.length },
    ...groupQuickLinks(links ?? []).map(({ group }) => ({
      value: group,
      label: group,
      count: found.filter((link) => link.group === group).length,
    })),
  ]
  return (
    <div className="sticky top-(--header-height) z-20 -mx-4 mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 border-haze border-b bg-night px-4 py-2">
      <SearchField
        label={t('Search')}
        placeholder={t('Search links')}
        isStale={links === undefined}
        value={filter.search}
        onChange={(search) => type({ search })}
        className="w-full sm:w-80"
      />
      <div className="min-w-0 max-sm:-mx-1 max-sm:w-[calc(100%+0.5rem)]">
        <Tabs
          label={t('Groups')}
          tabs={tabs}
          selected={filter.group}
          onSelect={(group) => choose({ group })}
          panelId={panelId}
        />
      </div>
    </div>
  )
}

function Density({ isCompact, onChange }: { isCompact: boolean; onChange(isCompact: boolean): void }) {
  return (
    <fieldset className="flex min-h-8 items-stretch rounded-sm border border-haze bg-night/60 p-0.5">
      <legend className="sr-only">{t('Size of the cards')}</legend>
      {[
        { label: t('Compact'), value: true },
        { label: t('Comfort'), value: false },
      ].map(({ label, value }) => (
        <button
          key={label}
          type="button"
          aria-pressed={isCompact === value}
          onClick={() => onChange(value)}
          className="touch-target rounded-sm px-3 font-bold font-sign text-paper-dim text-sm transition-colors hover:text-paper aria-pressed:bg-haze aria-pressed:text-paper"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
