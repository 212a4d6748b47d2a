import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useLayoutEffect, useRef, useState } from 'react'
import { t } from '#lib/messages.ts'
import { useHasMedia, useMedia, useSiteContent } from '#web/site-context.tsx'

/** Narrower screens show only the picture: the film would be most of the data that they load. */
const WIDE = '(width >= 768px)'
const NARROW = '(width < 768px)'
/** The browser shows the first picture that fits. Every community has the widest webp, which is the fallback. */
const POSTERS = [
  { name: '/media/hero-poster-narrow.avif', media: NARROW, type: 'image/avif' },
  { name: '/media/hero-poster-narrow.webp', media: NARROW, type: 'image/webp' },
  { name: '/media/hero-poster.avif', type: 'image/avif' },
] as const
const CALM = '(prefers-reduced-motion: reduce)'

/**
 * The background of the welcome. A still picture appears at once, and a film of the same view covers it later. The film
 * loads only when the page is complete, and only without data saver, reduced motion or a narrow screen.
 */
export function HeroFilm() {
  const media = useMedia()
  const hasMedia = useHasMedia()
  const { isFilmOff = false } = useSiteContent()
  const ref = useRef<HTMLVideoElement>(null)
  const [isWanted, setIsWanted] = useState(false)
  const [hasBegun, setHasBegun] = useState(false)
  const [isPaused, setIsPaused] = useState(false)

  useLayoutEffect(() => {
    if (isFilmOff || !window.matchMedia(WIDE).matches || window.matchMedia(CALM).matches || savesData()) return
    const begin = () => setIsWanted(true)
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => window.removeEventListener('load', begin)
  }, [isFilmOff])

  const pictures = POSTERS.filter(({ name }) => hasMedia(name))

  const toggle = () => {
    const film = ref.current
    if (film === null) return
    if (film.paused) void film.play()
    else film.pause()
  }

  return (
    <>
      <div aria-hidden="true" className="-z-10 absolute inset-0 overflow-hidden">
        <picture>
          {pictures.map(({ name, ...source }) => (
            <source key={name} srcSet={media(name)} {...source} />
          ))}
          <img
            src={media('/media/hero-poster.webp')}
            alt=""
            width="1600"
            height="900"
            fetchPriority="high"
            className="absolute inset-0 size-full object-cover object-[70%_100%] md:object-[72%_100%]"
          />
        </picture>
        {isWanted && (
          <video
            ref={ref}
            muted
            loop
            playsInline
            autoPlay
            tabIndex={-1}
            onPlaying={() => setHasBegun(true)}
            onPlay={() => setIsPaused(false)}
            onPause={() => setIsPaused(true)}
            className={`absolute inset-0 size-full object-cover object-[91%_100%] md:object-[72%_100%] transition-opacity duration-400 ${hasBegun ? '' : 'opacity-0'}`}
          >
            <source src={media('/media/hero.webm')} type="video/webm" />
            <source src={media('/media/hero.mp4')} type="video/mp4" />
          </video>
        )}
      </div>
      {hasBegun && (
        <button
          type="button"
          aria-label={isPaused ? t('Play the background film') : t('Pause the background film')}
          onClick={toggle}
          className="absolute right-6 bottom-6 z-10 flex size-11 items-center justify-center rounded-full border border-paper/30 bg-night/60 text-paper hover:border-paper/70 lg:right-10"
        >
          {isPaused ? <Play aria-hidden="true" className="size-4" /> : <Pause aria-hidden="true" className="size-4" />}
        </button>
      )}
    </>
  )
}

/** Uses the Network Information API, which not every browser has and TypeScript's DOM types lack. */
function savesData(): boolean {
  if (!('connection' in navigator)) return false
  const { connection } = navigator
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}
