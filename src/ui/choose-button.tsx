import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'
import type { Choice } from './use-choice.ts'

/** For touch: while it is on, each press on a row chooses the row. A second press turns it off. */
export function ChooseButton({ isOn, start, end }: Choice) {
  return (
    <Button
      size="sm"
      look="ghost"
      aria-pressed={isOn}
      onClick={isOn ? end : start}
      className="ml-auto aria-pressed:text-lagoon"
    >
      {t('Choose')}
    </Button>
  )
}
