import { t } from '#lib/messages.ts'
import { nameOf, type Page } from '#lib/page.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { PageHead } from './head.tsx'

/** All that the document of a page for some shows of it: what it is called, and that it is loading. */
export function PageFrame({ page }: { page: Page }) {
  const name = nameOf(page)
  // The tools of the staff fill the window; somebody's own page is as narrow as a text.
  const isTool = page.access !== 'member'
  return (
    <>
      <PageHead page={page} />
      <div
        data-full-width={isTool ? '' : undefined}
        className={`mx-auto flex flex-col gap-3 px-4 pt-2 pb-4 ${isTool ? 'max-w-[120rem]' : 'max-w-5xl'}`}
      >
        <h1 className="text-2xl">{name}</h1>
        <Skeleton label={t('Loading {name}…', { name })} rows={12} columns={4} />
      </div>
    </>
  )
}
