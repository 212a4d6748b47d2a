import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import type { KeyboardEvent } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'

/** Ways to another one of the list behind what is open, in its order; left out where there is none. */
export interface RowStepsProps {
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** Buttons to the row before and after. */
export function RowSteps({ onPrevious, onNext }: RowStepsProps) {
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        className="px-2"
        aria-label={t('Previous row')}
        aria-keyshortcuts="ArrowUp"
        disabled={onPrevious === undefined}
        onClick={onPrevious}
      >
        <ChevronUp aria-hidden="true" />
      </Button>
      <Button
        look="ghost"
        size="sm"
        className="px-2"
        aria-label={t('Next row')}
        aria-keyshortcuts="ArrowDown"
        disabled={onNext === undefined}
        onClick={onNext}
      >
        <ChevronDown aria-hidden="true" />
      </Button>
    </>
  )
}

/** Fields and what has arrow keys of its own keep them. */
const HAS_ARROWS = 'input, textarea, select, [role="listbox"]'

/** The same by the arrow keys up and down, for what holds all that is open. */
export function rowStepKeys({ onPrevious, onNext }: RowStepsProps) {
  return (event: KeyboardEvent) => {
    const go = { ArrowUp: onPrevious, ArrowDown: onNext }[event.key]
    const isTheirs = event.target instanceof Element && event.target.closest(HAS_ARROWS) !== null
    if (go === undefined || isTheirs || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go()
  }
}
