import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import type { KeyboardEvent, ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'

/** Go to the previous and the next row of the list behind a panel or dialog. Undefined at the ends of the list. */
export interface RowStepsProps {
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/** Buttons for the previous and the next row. */
export function RowSteps({ onPrevious, onNext }: RowStepsProps) {
  return (
    <>
      <Step label={t('Previous row')} shortcut="ArrowUp" onClick={onPrevious}>
        <ChevronUp aria-hidden="true" />
      </Step>
      <Step label={t('Next row')} shortcut="ArrowDown" onClick={onNext}>
        <ChevronDown aria-hidden="true" />
      </Step>
    </>
  )
}

interface StepProps {
  label: string
  shortcut: string
  onClick: (() => void) | undefined
  children: ReactNode
}

function Step({ label, shortcut, onClick, children }: StepProps) {
  return (
    <Button
      look="ghost"
      size="sm"
      className="px-2"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      disabled={onClick === undefined}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

/** Elements that use the arrow keys themselves. */
const HAS_ARROWS = 'input, textarea, select, [role="listbox"]'

/** A key handler for the element around the open content: the arrow keys up and down go to the neighbouring rows. */
export function rowStepKeys({ onPrevious, onNext }: RowStepsProps) {
  return (event: KeyboardEvent) => {
    const go = { ArrowUp: onPrevious, ArrowDown: onNext }[event.key]
    const isTheirs = event.target instanceof Element && event.target.closest(HAS_ARROWS) !== null
    if (go === undefined || isTheirs || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go()
  }
}
