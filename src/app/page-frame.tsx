import { t } from '#lib/messages.ts'
import { nameOf, type Page } from '#lib/page.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { PageHead } from './head.tsx'

/** Everything that the document of a restricted page contains: the title, and a note that the page is loading. */
export function PageFrame({ page }: { page: Page }) {
  const name = nameOf(page)
  // Staff tools fill the window. A person's own pages are as narrow as a text.
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
