import ArrowLeft from 'lucide-react/icons/arrow-left'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useLocation } from '#web/router.tsx'
import { useSite } from '#web/site-context.tsx'
import { type RulePlace, readShare } from '../share-rules.ts'
import { useRulebook, useRulebooks } from './queries.ts'
import { RuleText } from './rule-text.tsx'

/**
 * The page of a shared link. It shows the question, marked as the words of the person who shared it, and the full
 * rules. The server rejects links without a valid signature. Nothing is stored and no model is called.
 */
export function SharedAnswer() {
  const { assistant } = useSite()
  const { question, rules } = readShare(useLocation().search)
  return (
    <div className="mx-auto max-w-2xl px-6 pt-10 pb-24 text-paper-dim leading-[1.75] sm:text-lg lg:pt-14 [&_h2]:text-paper [&_h3]:text-paper">
      <a href="/rules" className="inline-flex items-center gap-2 rounded-sm text-lagoon hover:underline">
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t('All rules')}
      </a>
      <h1 className="mt-5 text-4xl text-paper sm:text-5xl">{t('A question about the rules')}</h1>
      {question !== '' && rules.length > 0 && (
        <figure className="mt-8 rounded-lg border border-haze bg-dusk px-6 py-5">
          <figcaption className="font-bold text-lg text-paper">
            {t('A visitor asked this, in their own words.')}
          </figcaption>
          <blockquote className="wrap-anywhere mt-2 text-base leading-relaxed">
            {t('“{quote}”', { quote: question })}
          </blockquote>
        </figure>
      )}
      <section aria-labelledby="shared-rules" className="mt-10">
        <h2 id="shared-rules" className="border-sunset border-b-2 pb-3 text-2xl sm:text-3xl">
          {t('What our rules say')}
        </h2>
        {rules.map((place) => (
          <NamedRule key={`${place.slug}/${place.anchor}`} place={place} />
        ))}
        {rules.length === 0 && <Missing>{t('There is no answer at this link.')}</Missing>}
      </section>
      <section aria-labelledby="more" className="mt-16 rounded-lg border border-haze bg-dusk px-6 py-6">
        <h2 id="more" className="text-2xl">
          {t('Another question?')}
        </h2>
        <p className="mt-2.5">
          {t('{name} answers from the rules and names each one. The written rules always count.', {
            name: assistant.name,
          })}
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to="/rules#assistant" reloadDocument look="primary" size="lg">
            {t('Ask {name}', { name: assistant.name })}
          </ButtonLink>
          <ButtonLink to="/rules" size="lg">
            {t('Read the rules')}
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}

function NamedRule({ place }: { place: RulePlace }) {
  const isBook = useRulebooks().some(({ slug }) => slug === place.slug)
  return isBook ? <RuleOfBook place={place} /> : <Gone />
}

function RuleOfBook({ place: { slug, anchor } }: { place: RulePlace }) {
  const { title, chapters } = useRulebook(slug)
  const chapter = chapters.find(({ rules }) => rules.some((rule) => rule.anchor === anchor))
  const rule = chapter?.rules.find((each) => each.anchor === anchor)
  if (chapter === undefined || rule === undefined) return <Gone />
  const href = `/rules/${slug}#${anchor}`
  return (
    <>
      <RuleText rule={rule} href={href} />
      <p className="mt-2.5 text-sm">
        <a href={href} className="inline-link">
          {t('Read it in context: {book}, {chapter}', { book: title, chapter: chapter.title })}
        </a>
      </p>
    </>
  )
}

const Gone = () => <Missing>{t('A rule in this link does not exist (any more).')}</Missing>

function Missing({ children }: { children: string }) {
  return <p className="mt-9 rounded-md border border-haze px-4 py-3">{children}</p>
}
