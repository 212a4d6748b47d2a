import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { t } from '#lib/messages.ts'
import { ChoiceBar } from '#ui/choice-bar.tsx'
import { ChoiceBox } from '#ui/choice-box.tsx'
import type { Choice } from '#ui/use-choice.ts'
import type { TrainingQueueEntry } from '../contract.ts'
import { mentorLoads } from '../rules.ts'

interface TrainingQueueCardProps {
  entries: readonly TrainingQueueEntry[]
  /** False while the queue is loading or could not be loaded. The number of entries is not shown then. */
  isKnown?: boolean
  /** The chosen trainees, and the actions for them. */
  choosing?: { choice: Choice; actions: ReactNode }
  /** The export menu of the queue. */
  exporting?: ReactNode
  /** Opens the dialog that chooses a mentor. Only for people who may choose one. */
  onChoose?(entry: TrainingQueueEntry): void
}

/**
 * The trainees with their mentors, and the number of trainees of each mentor. Both lists scroll, and their heights fit
 * whole rows.
 */
export function TrainingQueueCard({ entries, isKnown = true, choosing, exporting, onChoose }: TrainingQueueCardProps) {
  const id = useId()
  const loads = mentorLoads(entries)
  return (
    <section aria-labelledby={id} className="rounded-md border border-haze bg-dusk">
      <h2 id={id} className="flex items-baseline justify-between px-4 pt-3.5 pb-2.5 text-[0.9375rem]">
        {t('Training queue')}
        <span className="font-semibold text-paper-faint text-sm tabular-nums">{isKnown ? entries.length : '–'}</span>
      </h2>
      {entries.length === 0 ? (
        <p className="px-4 pb-4 text-paper-faint text-sm">{isKnown && t('No trainees in the queue yet.')}</p>
      ) : (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard
          tabIndex={0}
          aria-label={t('Training queue')}
          {...choosing?.choice.listProps}
          onKeyDown={stepOverBoxes}
          className="mb-1 max-h-54 overflow-y-auto overscroll-contain px-4 text-[0.8125rem]"
        >
          {entries.map((entry) => (
            <li
              key={entry.traineeId}
              data-choice={choosing && entry.traineeId}
              data-chosen={choosing?.choice.has(entry.traineeId)}
              className="-mx-4 relative flex min-h-9 flex-wrap items-center justify-between gap-x-2 border-haze px-4 py-1 border-t first:border-t-0 data-[chosen=true]:bg-lagoon/10"
            >
              <span className="flex min-w-0 items-center gap-1">
                {choosing && (
                  <ChoiceBox
                    id={entry.traineeId}
                    name={entry.traineeName}
                    isChosen={choosing.choice.has(entry.traineeId)}
                    onChoose={choosing.choice.choose}
                    // Placed in the padding of the row. Beside the name it would push the mentor to a second line.
                    className="absolute top-1/2 -left-2 -translate-y-1/2"
                  />
                )}
                <span className="wrap-anywhere min-w-0">{entry.traineeName}</span>
              </span>
              <Mentor entry={entry} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
      {choosing && (
        <ChoiceBar choice={choosing.choice} label={t('Chosen trainees')} isInCard>
          {choosing.actions}
        </ChoiceBar>
      )}
      {loads.length > 0 && (
        <div className="border-haze border-t px-4 py-2.5 text-sm">
          <h3 className="mb-1 text-paper-faint text-xs">{t('Trainees per mentor')}</h3>
          <ul
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard
            tabIndex={0}
            aria-label={t('Trainees per mentor')}
            className="max-h-24 overflow-y-auto overscroll-contain"
          >
            {loads.map(({ id: mentorId, name, load }) => (
              <li key={mentorId} className="flex min-h-6 items-center justify-between gap-3">
                <span className="wrap-anywhere min-w-0 text-paper-dim">{name}</span>
                <span className="font-semibold tabular-nums">{load}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {exporting && <div className="border-haze border-t px-4 py-2.5">{exporting}</div>}
    </section>
  )
}

/** Arrow keys move between the checkboxes. */
function stepOverBoxes(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const boxes: EventTarget[] = [...event.currentTarget.querySelectorAll('input')]
  const at = boxes.indexOf(event.target)
  if (step === undefined || at < 0) return
  event.preventDefault()
  const next = boxes[at + step]
  if (next instanceof HTMLElement) next.focus()
}

function Mentor({ entry, onChoose }: { entry: TrainingQueueEntry } & Pick<TrainingQueueCardProps, 'onChoose'>) {
  const look = `wrap-anywhere ml-auto min-w-0 ${entry.mentorName === null ? 'text-warn italic' : 'text-paper-dim'}`
  const words = (
    <>
      <span className="sr-only">{t('Mentor:')} </span>
      {entry.mentorName ?? t('assigning…')}
    </>
  )
  if (!onChoose) return <span className={look}>{words}</span>
  return (
    <button
      type="button"
      title={t('Mentor of {name}', { name: entry.traineeName })}
      onClick={() => onChoose(entry)}
      className={`${look} rounded-sm text-right underline decoration-paper-faint/50 decoration-dotted underline-offset-4 hover:text-lagoon`}
    >
      {words}
    </button>
  )
}
