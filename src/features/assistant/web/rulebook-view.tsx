import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { t } from '#lib/messages.ts'
import { useRulebook, useRulebooks } from './queries.ts'
import { RuleText } from './rule-text.tsx'
import { RulebookContents } from './rulebook-contents.tsx'

/** One rulebook: the table of contents, the rules, and links to the previous and the next book. */
export function RulebookView({ slug }: { slug: string }) {
  const rulebook = useRulebook(slug)
  const all = useRulebooks()
  const at = all.findIndex((one) => one.slug === slug)
  const [previous, next] = [all[at - 1], all[at + 1]]
  return (
    <div className="mx-auto max-w-[90rem] px-6 pt-10 pb-24 lg:px-10 lg:pt-14">
      <a href="/rules" className="inline-flex items-center gap-2 rounded-sm text-lagoon hover:underline">
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t('All rules')}
      </a>
      <h1 className="mt-5 text-4xl sm:text-5xl">{rulebook.title}</h1>
      <p className="mt-4 max-w-[60ch] text-lg text-paper-dim leading-relaxed">{rulebook.summary}</p>
      <div className="mt-10 gap-16 lg:grid lg:grid-cols-[19rem_minmax(0,1fr)]">
        <RulebookContents rulebook={rulebook} />
        <article className="mt-10 max-w-[57ch] text-paper-dim leading-[1.75] sm:text-lg lg:mx-auto lg:mt-0 [&_h2]:text-paper [&_h3]:text-paper">
          {rulebook.chapters.map((chapter) => (
            <section key={chapter.anchor} aria-labelledby={chapter.anchor} className="not-first:mt-16">
              <h2 id={chapter.anchor} className="border-sunset border-b-2 pb-3 text-2xl target:text-amber sm:text-3xl">
                {chapter.title}
              </h2>
              {chapter.rules.map((rule) => (
                <RuleText key={rule.anchor} rule={rule} />
              ))}
            </section>
          ))}
          <nav aria-label={t('Other rules')} className="mt-16 grid gap-4 sm:grid-cols-2">
            {previous && <Neighbour label={t('Previous')} slug={previous.slug} title={previous.title} />}
            {next && <Neighbour isNext label={t('Next')} slug={next.slug} title={next.title} />}
          </nav>
        </article>
      </div>
    </div>
  )
}

interface NeighbourProps {
  label: string
  slug: string
  title: string
  isNext?: boolean
}

function Neighbour({ label, slug, title, isNext = false }: NeighbourProps) {
  return (
    <a
      href={`/rules/${slug}`}
      className={`flex items-center gap-4 rounded-lg border border-haze bg-dusk px-5 py-4 leading-snug transition-colors hover:border-lagoon/60 ${
        isNext ? 'justify-end text-right sm:col-start-2' : ''
      }`}
    >
      {!isNext && <ArrowLeft aria-hidden="true" className="size-5 shrink-0 text-lagoon" />}
      <span>
        <span className="block text-paper-faint text-sm">{label}</span>
        <span className="font-bold font-sign text-lg text-paper">{title}</span>
      </span>
      {isNext && <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-lagoon" />}
    </a>
  )
}
