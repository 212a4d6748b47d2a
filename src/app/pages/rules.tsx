import { RulebookCard, RulebookList } from '#features/assistant/web/rulebook-list.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useSite } from '#web/site-context.tsx'

/** Where every rule of the community can be read and linked to. */
export function RulesPage() {
  const site = useSite()
  return (
    <div className="mx-auto max-w-[90rem] px-6 pt-12 pb-24 lg:px-10 lg:pt-16">
      <p className="eyebrow text-amber">{site.name}</p>
      <h1 className="mt-4 text-5xl sm:text-6xl">The rules</h1>
      <p className="mt-5 max-w-[60ch] text-lg text-paper-dim leading-relaxed">
        Fair scenes need the same rules for everyone. Every rule has a number and a link of its own, so you can point to
        the one that you mean.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink to="/#assistant" reloadDocument>
          Ask {site.assistant.name} instead
        </ButtonLink>
      </div>
      <RulebookList>
        <RulebookCard
          title="Codes"
          summary="What is said on the radio, and what the law calls it: with class, fine, jail time and points."
          links={[
            { label: '10-Codes', href: '/ten-codes' },
            { label: 'Penal Codes', href: '/penal-codes' },
          ]}
        />
      </RulebookList>
    </div>
  )
}
