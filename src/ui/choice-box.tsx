import { t } from '#lib/messages.ts'
import { CheckBox } from './check-box.tsx'
import type { Choice } from './use-choice.ts'

interface ChoiceBoxProps {
  id: string
  /** The name of the row's record. */
  name: string
  isChosen: boolean
  onChoose: Choice['choose']
  tabIndex?: number
  className?: string
}

const BOX =
  'flex size-8 shrink-0 items-center justify-center rounded-sm -outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-lagoon'
const IN_CELL = '-my-2 -ml-2'

/** Chooses a row. With a mouse it shows on the hovered row, and on all rows while some are chosen. */
export function ChoiceBox({ id, name, isChosen, onChoose, tabIndex, className = IN_CELL }: ChoiceBoxProps) {
  return (
    <CheckBox
      aria-label={t('Choose {name}', { name })}
      checked={isChosen}
      tabIndex={tabIndex}
      onChange={({ nativeEvent }) => onChoose(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      className={`${BOX} pointer-fine:in-[[data-choice]:not(:hover,:focus-within)]:not-in-data-choosing:opacity-0 ${className}`}
    />
  )
}

/** The checkbox in the head of the list. It chooses all shown rows, or none. */
export function ChoiceOfAll({ ids, total, chooseAll, end }: Choice) {
  return (
    <CheckBox
      ref={(box) => {
        if (box !== null) box.indeterminate = ids.length > 0 && ids.length < total
      }}
      aria-label={t('Choose all')}
      checked={ids.length > 0}
      onChange={() => (ids.length === total ? end() : chooseAll())}
      className={`${BOX} ${IN_CELL}`}
    />
  )
}
