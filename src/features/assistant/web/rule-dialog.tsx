import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { queryAt } from '#web/queries.ts'
import type { findRulebook, Rulebook } from '../contract.ts'
import { RuleText } from './rule-text.tsx'

/** A rule in a dialog over the chat. It shows the whole rulebook, scrolled to the rule. */
export function RuleDialog({ href, onClose }: { href: string; onClose(): void }) {
  const [path = '', anchor = ''] = href.split('#')
  const { data, error, refetch } = useQuery(queryAt<typeof findRulebook>(`/api/${path.slice(1)}`))
  return (
    <Dialog
      title={data?.data.title ?? t('The rules')}
      onClose={onClose}
      width="wide"
      actions={
        <>
          <ButtonLink to={href} target="_blank" rel="noopener" reloadDocument>
            {t('Open page')}
            <span className="sr-only"> {t('(opens in a new tab)')}</span>
          </ButtonLink>
          <Button look="primary" onClick={onClose}>
            {t('Back to the chat')}
          </Button>
        </>
      }
    >
      {data && <Chapters rulebook={data.data} anchor={anchor} />}
      {!data && error && (
        <ErrorNote message={t('Failed to load this rule.')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label={t('Loading the rule…')} rows={6} />}
    </Dialog>
  )
}

function Chapters({ rulebook, anchor }: { rulebook: Rulebook; anchor: string }) {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const heading = ref.current?.querySelector<HTMLElement>(`[id="${CSS.escape(anchor)}"]`)
    const body = ref.current?.parentElement
    if (!heading || !body) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    body.scrollTop += heading.getBoundingClientRect().top - body.getBoundingClientRect().top - 16
  }, [anchor])

  return (
    <div ref={ref} className="[&_h3]:text-paper [&_section:first-of-type]:mt-4">
      {rulebook.chapters.map((chapter) => (
        <section key={chapter.anchor} aria-label={chapter.title}>
          <p className="eyebrow mt-10 text-amber">{chapter.title}</p>
          {chapter.rules.map((rule) => (
            <RuleText key={rule.anchor} rule={rule} href={null} isMarked={rule.anchor === anchor} />
          ))}
        </section>
      ))}
    </div>
  )
}
