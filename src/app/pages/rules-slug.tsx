import { useRulebook } from '#features/assistant/web/queries.ts'
import { RulebookView } from '#features/assistant/web/rulebook-view.tsx'
import { t } from '#lib/messages.ts'
import { usePathname } from '#web/router.tsx'
import { useSite } from '#web/site-context.tsx'
import { PublicHead } from '../head.tsx'

export function Page() {
  const [, , slug = ''] = usePathname().split('/')
  const site = useSite()
  const { title, summary } = useRulebook(slug)
  return (
    <>
      <PublicHead
        title={`${title} · ${t('Rules')} · ${site.name}`}
        description={summary}
        path={`/rules/${slug}`}
        socialImage="/media/social/rules.jpg"
      />
      <RulebookView slug={slug} />
    </>
  )
}
