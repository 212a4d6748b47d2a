import { AssistantSection } from '#features/assistant/web/assistant-section.tsx'
import { RulebookCard, RulebookList } from '#features/assistant/web/rulebook-list.tsx'
import { t } from '#lib/messages.ts'
import { isOn } from '#lib/part.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useMedia, useSiteContent } from '#web/site-context.tsx'

/** The page that links to all rules and codes of the community. */
export function Page() {
  const media = useMedia()
  const { site, law, off } = useSiteContent()
  const books = [
    { part: 'ten-codes' as const, label: t('10-Codes'), href: '/ten-codes' },
    { part: 'penal-codes' as const, label: t('Penal Codes'), href: '/penal-codes' },
  ].filter(({ part }) => isOn(off, part))
  return (
    <>
      <header className="under-header relative isolate overflow-hidden border-haze border-b bg-[linear-gradient(var(--color-night),var(--sky-deep)_55%,var(--sky-middle)_86%,var(--sky-glow))]">
        <div className="mx-auto flex max-w-[90rem] items-end justify-between gap-10 px-6 pt-12 pb-12 lg:px-10 lg:pt-16">
          <div>
            <p className="eyebrow text-amber">{site.name}</p>
            <h1 className="mt-4 font-extrabold text-5xl tracking-tight sm:text-7xl">{t('The rules')}</h1>
            <p className="mt-5 max-w-[54ch] text-lg text-paper leading-relaxed">
              {t(
                'The same rules apply to everyone. Every rule has its own number and link, so you can share the one you mean.',
              )}
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink to="/search" className="bg-night/55">
                {books.length > 0 ? t('Search rules and codes') : t('Search the rules')}
              </ButtonLink>
              <ButtonLink to="#assistant" reloadDocument className="bg-night/55">
                {t('Ask {name} instead', { name: site.assistant.name })}
              </ButtonLink>
            </div>
          </div>
          <img
            src={media('/media/assistant.svg')}
            alt=""
            width="288"
            height="288"
            className="-mb-20 hidden size-72 shrink-0 rounded-full shadow-lift ring-8 ring-night/40 md:block"
          />
        </div>
      </header>
      <div className="mx-auto max-w-[90rem] px-6 pb-24 lg:px-10">
        <RulebookList>
          {books.length > 0 && (
            <RulebookCard
              title={t('Codes')}
              summary={law?.summary ?? t('The codes that units and dispatch say on the radio.')}
              links={
                isOn(off, 'penal-codes')
                  ? [...books, { label: t('Charge calculator'), href: '/penal-codes/calculator' }]
                  : books
              }
            />
          )}
        </RulebookList>
      </div>
      <div id="assistant" className="-scroll-mt-16 border-haze border-t">
        <AssistantSection />
      </div>
    </>
  )
}
