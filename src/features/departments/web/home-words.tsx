import { t } from '#lib/messages.ts'
import { LazyImage } from '#ui/lazy-image.tsx'
import { Link } from '#web/router.tsx'
import type { HomeWords } from '../contract.ts'

/** How to join, step by step. Shows nothing if the community has no steps. */
export function JoiningSteps({ steps }: Pick<HomeWords, 'steps'>) {
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="joining" className="mx-auto max-w-[90rem] px-6 pt-10 lg:px-10">
      <p id="joining" className="eyebrow text-amber">
        {t('How to join')}
      </p>
      <ol className="mt-4 grid gap-4 lg:grid-flow-col">
        {steps.map(({ title, text, href }, at) => (
          <li key={title} className="flex gap-4 rounded-lg border border-haze bg-dusk p-5">
            <span aria-hidden="true" className="font-extrabold font-sign text-4xl text-amber tabular-nums">
              {at + 1}
            </span>
            <div>
              <p className="font-sign text-xl">
                {href ? (
                  <Link to={href} className="touch-target inline-link inline-flex items-center">
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </p>
              <p className="mt-1.5 text-paper-dim">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Screenshots side by side in a strip that scrolls. Shows nothing if the community has none. */
export function PictureStrip({ pictures }: Pick<HomeWords, 'pictures'>) {
  if (pictures.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section aria-label={t('Pictures')} tabIndex={0} className="flex gap-4 overflow-x-auto px-6 lg:px-10">
      {pictures.map(({ picture, shows }) => (
        <LazyImage
          key={picture}
          src={picture}
          alt={shows}
          width="480"
          height="270"
          className="h-60 w-auto shrink-0 rounded-lg object-cover"
        />
      ))}
    </section>
  )
}
