import type { ReactNode } from 'react'
import { useDrawings } from '#web/site-context.tsx'
import { Coast } from './coast.tsx'

interface ScreenProps {
  badge?: string
  /** The colour of the badge. */
  mood?: 'calm' | 'warning' | 'stop'
  title: string
  children: ReactNode
  actions: ReactNode
  /** The road sign on the shore: an svg of 320 by 480 whose post reaches its lower edge. */
  sign: ReactNode
  /**
   * False until the text appears with its animation. The text is readable before that, because a slow phone takes
   * seconds until the animation.
   */
  isEntered?: boolean
}

const MOODS = {
  calm: 'border-lagoon/50 text-lagoon',
  warning: 'border-amber/50 text-amber',
  stop: 'border-danger/50 text-danger',
}

/**
 * A whole page for one message: the coast at dusk, a road sign that shows the message in a word, the text, and the next
 * actions.
 */
export function Screen({ badge, mood = 'calm', title, children, actions, sign, isEntered = true }: ScreenProps) {
  const { signs } = useDrawings()
  return (
    <div className="under-header relative isolate flex min-h-svh flex-col overflow-hidden bg-night">
      <Coast className="absolute inset-x-0 bottom-0 -z-10 h-136 w-full lg:h-full" />
      <div className="mx-auto grid w-full max-w-[90rem] flex-1 grid-rows-[auto_1fr] px-6 sm:px-10 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:grid-rows-1 lg:px-16">
        <div
          data-entered={isEntered}
          className={`max-w-xl pt-10 pb-6 transition-[opacity,transform] duration-400 ease-settle sm:pt-16 lg:self-center lg:pt-10 lg:pb-40 noscript:translate-y-0 noscript:opacity-100 ${
            isEntered ? '' : 'translate-y-4 opacity-70'
          }`}
        >
          {badge !== undefined && (
            <p className={`eyebrow mb-5 inline-flex rounded-full border bg-night/60 px-3.5 py-1.5 ${MOODS[mood]}`}>
              {badge}
            </p>
          )}
          <h1 className="text-[clamp(2.25rem,6vw,4rem)]">{title}</h1>
          <div className="mt-5 space-y-3 text-lg text-paper-dim leading-relaxed [&>:first-child]:text-paper">
            {children}
          </div>
          <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
        </div>
        <div
          aria-hidden="true"
          className="keeps-colour pointer-events-none flex items-end justify-start self-end lg:pl-6"
        >
          <div className="h-[clamp(13rem,34svh,20rem)] lg:h-[min(62svh,34rem)] *:h-full *:w-auto">
            {signs === undefined && sign}
            {signs !== undefined && signs !== 'none' && <img src={signs} alt="" width="320" height="480" />}
          </div>
        </div>
      </div>
    </div>
  )
}
