import Heart from 'lucide-react/icons/heart'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { useSupporters } from '#features/supporters/web/queries.ts'
import { SupportersWall, TierLinks } from '#features/supporters/web/supporters-wall.tsx'
import { formatNumber, msg, t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { rich } from '#web/rich.tsx'
import { useSite } from '#web/site-context.tsx'
import { Harbour } from '../shell/harbour.tsx'

/** The supporters page: a wall of people, tier by tier. */
export function Page() {
  const site = useSite()
  const { data, error, isError, refetch } = useSupporters()
  const tiers = data && data.totals.overall > 0 ? data.tiers : []
  return (
    <>
      <section className="under-header relative isolate overflow-hidden">
        <Harbour className="absolute inset-x-0 bottom-0 -z-10 h-80 w-full sm:h-full" />
        <div className="mx-auto max-w-[90rem] px-4 pt-12 pb-72 sm:px-6 sm:pt-20 sm:pb-28 lg:px-10">
          <p className="eyebrow text-amber">{site.shortName}</p>
          <h1 className="mt-4 font-extrabold text-5xl tracking-tight sm:text-7xl">{t('Supporters')}</h1>
          <p className="mt-5 max-w-[46ch] text-lg text-paper-dim leading-relaxed sm:text-xl">
            {data && data.totals.overall > 1
              ? rich('{people} pay for our servers. Thank you!', {
                  people: (
                    <strong className="font-bold text-paper">
                      {t('{total} people', { total: formatNumber(data.totals.overall) })}
                    </strong>
                  ),
                })
              : t('Our supporters pay for our servers. Thank you!')}
          </p>
          {site.links.store !== undefined && (
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink to={site.links.store} look="primary" size="lg">
                <Heart aria-hidden="true" />
                {t('Become a supporter')}
              </ButtonLink>
            </div>
          )}
          {tiers.length > 0 && (
            <div className="mt-10">
              <TierLinks tiers={tiers} />
            </div>
          )}
        </div>
      </section>
      <div className="mx-auto max-w-[90rem] px-4 pt-14 pb-24 sm:px-6 lg:px-10">
        {data !== undefined ? (
          tiers.length > 0 ? (
            <SupportersWall tiers={tiers} />
          ) : (
            <Empty title={t('No supporters to show yet.')} hint={t('The first name on this wall could be yours.')} />
          )
        ) : isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </div>
      {site.links.discord !== undefined && <Invitation discord={site.links.discord} />}
    </>
  )
}

/** Invites to the Discord at the end of the page. */
function Invitation({ discord }: { discord: string }) {
  return (
    <section
      aria-labelledby="join"
      className="relative isolate overflow-hidden border-haze border-t bg-[radial-gradient(70%_120%_at_50%_0%,color-mix(in_srgb,var(--color-lagoon),transparent_86%),transparent)]"
    >
      <div className="mx-auto flex max-w-[90rem] flex-col items-center px-4 py-20 text-center sm:px-6">
        <h2 id="join" className="text-3xl sm:text-4xl">
          {t('There is a seat for you too')}
        </h2>
        <p className="mt-4 max-w-[52ch] text-lg text-paper-dim">
          {t(
            'Supporters, crews and newcomers all meet in our Discord. Come in, say hello and find people to ride with.',
          )}
        </p>
        <ButtonLink to={discord} size="lg" className="mt-8">
          <MessagesSquare aria-hidden="true" />
          {t('Join our Discord')}
        </ButtonLink>
      </div>
    </section>
  )
}

const FAILED = msg('Failed to load supporters. Please try again later.')

function Failed({ error, onRetry }: { error: Error; onRetry(): void }) {
  return <ErrorNote message={t(FAILED)} error={error} onRetry={onRetry} />
}

/**
 * Placeholders for cards that are still loading. Without scripts nothing loads later, so a list that is missing from
 * the document has failed to load.
 */
function Loading() {
  return (
    <>
      <p className="hidden noscript:block">{t(FAILED)}</p>
      <div role="status" className="animate-late noscript:hidden">
        <p className="text-center font-semibold text-paper-dim">{t('Loading supporters…')}</p>
        <ul aria-hidden="true" className="mt-8 grid animate-shimmer grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
            <li
              key={key}
              className="flex flex-col items-center rounded-lg border border-haze bg-dusk px-3 pt-10 pb-7 sm:px-6"
            >
              <span className="size-28 rounded-full bg-haze" />
              <span className="mt-6 h-5 w-3/4 rounded-sm bg-haze" />
              <span className="mt-2.5 h-3.5 w-1/2 rounded-sm bg-haze" />
              <span className="mt-12 h-9 w-32 max-w-full rounded-full bg-haze" />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
