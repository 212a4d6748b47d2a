import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { useRulebooks } from './queries.ts'

/** All rulebooks with their chapters as links. `children` are more cards. */
export function RulebookList({ children }: { children?: ReactNode }) {
  const rulebooks = useRulebooks()
  if (rulebooks.length === 0) return <p className="mt-10 text-paper-dim">{t('There are no rules here yet.')}</p>
  return (
    <ol className="mt-12 grid gap-5 md:grid-cols-2 xl:grid-cols-3">
      {rulebooks.map(({ slug, title, summary, chapters }) => (
        <RulebookCard
          key={slug}
          title={title}
          href={`/rules/${slug}`}
          summary={summary}
          links={chapters.map((chapter) => ({ label: chapter.title, href: `/rules/${slug}#${chapter.anchor}` }))}
        />
      ))}
      {children}
    </ol>
  )
}

interface RulebookCardProps {
  title: string
  href?: string
  summary: string
  links: readonly { label: string; href: string }[]
}

export function RulebookCard({ title, href, summary, links }: RulebookCardProps) {
  return (
    <li className="flex flex-col rounded-lg border border-haze bg-dusk px-6 pt-6 pb-5">
      <h2 className="text-2xl">
        {href === undefined ? (
          title
        ) : (
          <a href={href} className="rounded-sm hover:text-lagoon">
            {title}
          </a>
        )}
      </h2>
      <p className="mt-2.5 text-paper-dim leading-relaxed">{summary}</p>
      <ul className="mt-4 border-haze border-t pt-3">
        {links.map((link) => (
          <li key={link.href}>
            <a
              href={link.href}
              className="touch-target flex min-h-8 items-center rounded-sm text-[0.9375rem] text-lagoon underline-offset-4 hover:underline"
            >
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}
