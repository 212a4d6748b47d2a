import BookOpen from 'lucide-react/icons/book-open'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import { AssistantSection } from '#features/assistant/web/assistant-section.tsx'
import { DepartmentCards } from '#features/departments/web/department-cards.tsx'
import { JoiningSteps, PictureStrip } from '#features/departments/web/home-words.tsx'
import { LeadershipTeam } from '#features/departments/web/leadership-team.tsx'
import { useDepartments, useHomeWords, useLeaders } from '#features/departments/web/queries.ts'
import { PlayerCount } from '#features/game-server/web/player-count.tsx'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useMedia, useSiteContent } from '#web/site-context.tsx'
import { HeroFilm } from '../shell/hero-film.tsx'
import { PcNote } from '../shell/pc-note.tsx'

/** The home page: the community, how to join, its leaders, its departments and its rules. */
export function Page() {
  const { steps, pictures } = useHomeWords()
  return (
    <>
      <Organization />
      <Welcome />
      <JoiningSteps steps={steps} />
      <LeadershipTeam leaders={useLeaders()} />
      <DepartmentCards departments={useDepartments()} />
      <PictureStrip pictures={pictures} />
      <div id="assistant" className="-scroll-mt-16">
        <AssistantSection>
          <ButtonLink to="/rules" size="lg" reloadDocument className="mt-8">
            <BookOpen aria-hidden="true" />
            {t('Read the rules')}
          </ButtonLink>
        </AssistantSection>
      </div>
    </>
  )
}

/** On a phone the sun and its reflection are behind these buttons, so they need a darker background. */
const ON_THE_SUN = 'bg-night/75! hover:bg-night/90!'

function Welcome() {
  const { site } = useSiteContent()
  const { connect, createAccount, discord } = site.links
  return (
    <section className="under-header relative isolate flex min-h-[min(100svh,60rem)] flex-col overflow-hidden bg-[linear-gradient(var(--color-night),var(--color-sky-high)_55%,var(--color-sky-low))]">
      <HeroFilm />
      <div
        aria-hidden="true"
        className="-z-10 absolute inset-0 bg-[linear-gradient(var(--color-night),transparent_22%,transparent_82%,var(--color-night)),linear-gradient(90deg,color-mix(in_srgb,var(--color-night)_86%,transparent),color-mix(in_srgb,var(--color-night)_62%,transparent)_38%,transparent_70%)] max-md:bg-[linear-gradient(var(--color-night),color-mix(in_srgb,var(--color-night)_74%,transparent)_18%,color-mix(in_srgb,var(--color-night)_60%,transparent)_48%,transparent_66%,transparent_84%,var(--color-night))]"
      />
      <div className="mx-auto flex w-full max-w-[90rem] flex-1 flex-col px-6 pt-14 pb-24 md:justify-center md:pt-10 lg:px-10">
        <h1 className="max-w-[7em] font-extrabold text-[clamp(3rem,8vw,7rem)] leading-[0.98] tracking-tight">
          {site.name}
        </h1>
        <p className="mt-6 max-w-[44ch] text-lg text-paper sm:text-xl">{site.tagline}</p>
        <PlayerCount look="sentence" className="mt-6" />
        <div className="mt-10 flex flex-wrap gap-3">
          {connect !== undefined && (
            <ButtonLink to={connect} look="primary" size="lg">
              <Gamepad2 aria-hidden="true" />
              {t('Join')}
            </ButtonLink>
          )}
          {createAccount !== undefined && (
            <ButtonLink to={createAccount} size="lg" className={ON_THE_SUN}>
              {t('Create Account')}
            </ButtonLink>
          )}
          {discord !== undefined && (
            <ButtonLink
              to={discord}
              size="lg"
              // Without a link to connect to the game, Discord is the main button.
              {...(connect === undefined ? { look: 'primary' } : { className: ON_THE_SUN })}
            >
              {t('Discord')}
            </ButtonLink>
          )}
          {/* A native link: the browser jumps to the anchor even before the script of the page has loaded. */}
          <ButtonLink to="#assistant" reloadDocument size="lg" className={ON_THE_SUN}>
            {t('Ask about the rules')}
          </ButtonLink>
        </div>
        {connect !== undefined && <PcNote />}
      </div>
    </section>
  )
}

/**
 * The community's data for search engines (schema.org Organization). It is a data block and no script, so the content
 * security policy does not have to allow it.
 */
function Organization() {
  const media = useMedia()
  const { site, origin } = useSiteContent()
  const { discord, x, tiktok } = site.links
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    alternateName: site.shortName,
    description: site.description,
    url: `${origin}/`,
    logo: origin + media('/media/emblem.svg'),
    sameAs: [discord, x, tiktok].filter((href) => href !== undefined),
  }
  return <script type="application/ld+json">{JSON.stringify(organization).replaceAll('<', '\\u003c')}</script>
}
