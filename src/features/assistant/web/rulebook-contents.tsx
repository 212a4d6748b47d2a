import { useEffect, useMemo, useRef } from 'react'
import { t } from '#lib/messages.ts'
import type { Rulebook } from '../contract.ts'
import { useReadAnchor } from './use-read-anchor.ts'

const READ = 'aria-[current]:border-lagoon aria-[current]:text-lagoon'

/**
 * The table of contents of a rulebook. Beside the rules it marks the section that is being read and scrolls to its
 * entry.
 */
export function RulebookContents({ rulebook }: { rulebook: Pick<Rulebook, 'chapters'> }) {
  const box = useRef<HTMLElement>(null)
  const anchors = useMemo(
    () => rulebook.chapters.flatMap(({ anchor, rules }) => [anchor, ...rules.map((rule) => rule.anchor)]),
    [rulebook],
  )
  const read = useReadAnchor(anchors)
  const placeOf = (anchor: string) => (anchor === read ? 'location' : undefined)

  useEffect(() => {
    const link = read !== null && box.current?.querySelector<HTMLElement>('[aria-current]')
    // Scroll only this box: the page itself belongs to the reader.
    if (link) box.current?.scrollTo({ top: link.offsetTop - box.current.clientHeight / 2 })
  }, [read])

  return (
    <nav
      ref={box}
      aria-label={t('On this page')}
      className="relative self-start rounded-lg border border-haze bg-dusk px-5 py-4 lg:sticky lg:top-[calc(var(--header-height)+1.5rem)] lg:max-h-[calc(100svh-var(--header-height)-3rem)] lg:overflow-y-auto lg:overscroll-contain"
    >
      <h2 className="eyebrow text-amber">{t('On this page')}</h2>
      <ol className="mt-2">
        {rulebook.chapters.map((chapter) => (
          <li key={chapter.anchor}>
            <a
              href={`#${chapter.anchor}`}
              aria-current={placeOf(chapter.anchor)}
              className={`touch-target flex items-center rounded-sm py-1.5 font-bold font-sign leading-snug hover:text-lagoon ${READ}`}
            >
              {chapter.title}
            </a>
            <ol className="mb-2 hidden border-haze border-l text-sm lg:block">
              {chapter.rules.map((rule) => (
                <li key={rule.anchor}>
                  <a
                    href={`#${rule.anchor}`}
                    aria-current={placeOf(rule.anchor)}
                    className={`-ml-px block border-transparent border-l-2 py-1 pl-3 text-paper-dim leading-snug hover:text-lagoon ${READ}`}
                  >
                    {rule.title}
                  </a>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </nav>
  )
}
