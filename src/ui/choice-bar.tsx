import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'
import { ErrorNote } from './error-note.tsx'
import { Keys } from './keys.tsx'
import { announce } from './live-region.tsx'
import { type Choice, closesByItself } from './use-choice.ts'

interface ChoiceBarProps {
  choice: Choice
  /** Why the last action failed. */
  failure?: string | null
  /** What is chosen, for pages with two lists. */
  label?: string
  /** For a list in a card: the bar is at the bottom of the card. */
  isInCard?: boolean
  /** The actions for the chosen rows. */
  children: ReactNode
}

const IN_SIGHT = 'sticky bottom-2 z-10 shadow-lift max-sm:bottom-[calc(3.75rem+env(safe-area-inset-bottom))]'

/** Shows how many rows are chosen and the actions for them. It is at the bottom of the list, so that no row moves. */
export function ChoiceBar({
  choice,
  failure = null,
  label = t('Chosen rows'),
  isInCard = false,
  children,
}: ChoiceBarProps) {
  const { ids, total, isOn, chooseAll, end } = choice
  const count = ids.length
  const isShown = count > 0 || isOn
  const countText = t({ one: '{count} chosen', other: '{count} chosen' }, { count })
  const last = useRef(0)

  useEffect(() => {
    if (count === last.current) return
    last.current = count
    announce(countText)
  }, [count, countText])
  useEffect(() => {
    // Keep the pressed row visible above the bar.
    if (isShown) document.activeElement?.closest('[data-choice]')?.scrollIntoView({ block: 'nearest' })
  }, [isShown])

  if (!isShown) return null
  return (
    <section
      data-choice-bar=""
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !closesByItself(event.target)) end()
        // Ignore a held key: it may have opened a menu, and the menu must wait for a new press.
        if (event.key === 'Enter' && event.repeat) event.preventDefault()
      }}
      className={`flex shrink-0 flex-col gap-2 rounded-md border border-lagoon/60 bg-haze px-3 py-2 ${isInCard ? 'mx-2 mb-2' : IN_SIGHT}`}
    >
      {failure !== null && <ErrorNote message={failure} />}
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-1 font-bold font-sign text-paper tabular-nums">{countText}</p>
        {count > 0 && (
          <div
            className={`flex flex-wrap items-center gap-2 ${isInCard ? 'order-last w-full' : 'max-sm:order-last max-sm:w-full'}`}
          >
            {children}
          </div>
        )}
        <div className="ml-auto flex items-center gap-2">
          <Button size="sm" look="ghost" disabled={count === total} onClick={chooseAll}>
            {t('Choose all {count}', { count: total })}
          </Button>
          <Button size="sm" look="ghost" onClick={end}>
            <X aria-hidden="true" />
            <span className={isInCard ? 'sr-only' : 'max-sm:sr-only'}>{t('Choose none')}</span>
            {!isInCard && (
              <span className="pointer-coarse:hidden max-sm:hidden">
                <Keys keys={t('Esc')} />
              </span>
            )}
          </Button>
        </div>
      </div>
    </section>
  )
}
