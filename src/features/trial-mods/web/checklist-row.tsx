import TrendingUp from 'lucide-react/icons/trending-up'
import { type FocusEvent, memo, type RefObject, useState } from 'react'
import { PERSON, PersonLink } from '#features/auth/web/person-link.tsx'
import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ChoiceBox } from '#ui/choice-box.tsx'
import { EditText } from '#ui/edit-text.tsx'
import { QuickSelect } from '#ui/quick-select.tsx'
import { RowTh, Td } from '#ui/table.tsx'
import type { Choice } from '#ui/use-choice.ts'
import { openOnPress } from '#ui/use-row-keys.ts'
import { useIsInPanel } from '#web/panel-address.ts'
import type { TrialMod } from '../contract.ts'
import { type CompletionChanges, REVIEW_KEYS, stageOf } from '../rules.ts'
import type { Checklist, CompletionStatus, ReviewType, StageKey, StageState } from '../stage-rules.ts'
import { Moment } from './moment.tsx'
import { StageCell } from './stage-cell.tsx'
import { StatusMenu } from './status-menu.tsx'

/** The actions for a record in its row. */
export interface RowActions {
  /** Only for management. */
  onEdit?(record: TrialMod): void
  /** Only for people who may promote, and for records whose promotion is pending. */
  onPromote?(traineeId: string): void
  onOpenStage(record: TrialMod, key: StageKey): void
  onMarkStage(record: TrialMod, key: StageKey, state: StageState): void
  onChooseStatus(record: TrialMod, status: CompletionStatus): void
  onComplete(record: TrialMod, changes: CompletionChanges): void
  onRate(record: TrialMod, type: ReviewType, rating: number | null): void
}

interface ChecklistRowProps {
  record: TrialMod
  avatar: string | undefined
  checklist: Checklist
  'data-row': string
  tabIndex: number
  onFocus(event: FocusEvent<HTMLElement>): void
  isChosen: boolean
  onChoose: Choice['choose']
  /** The record is the viewer's own. The viewer cannot sign it off. */
  isOwn: boolean
  /** The trainee has passed and was not promoted on the roster yet. */
  isPromotable: boolean
  /** Id of a datalist with the names of staff. */
  names: string
  /** A ref to the latest actions, so that new actions do not render the row again. */
  actions: RefObject<RowActions>
  canEdit: boolean
  /** How many columns after the status are rendered. The others are not visible yet. */
  ends: number
}

/** On a phone a row is a card that shows the person and the status until it is expanded. */
const CARD =
  'max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:not-data-open:gap-x-1 max-sm:not-data-open:grid-cols-[minmax(0,1fr)_auto] max-sm:not-data-open:py-2! max-sm:not-data-open:items-center max-sm:not-data-open:[&>td:not([data-pin])]:hidden! max-sm:not-data-open:[&>[data-pin]]:before:hidden max-sm:data-open:[&>th]:col-span-2'
/** The number of columns after the status. */
export const AFTER_STATUS = 6
/** On a phone's card, stages and the status are two to a row, each below its label. */
const STACKED = 'max-sm:grid-cols-1 max-sm:gap-0.5'
const RATINGS = ['', '1', '2', '3', '4', '5'].map((value) => ({ value, label: value === '' ? '☆ –' : `★ ${value}` }))

/**
 * The row of one trainee: the person, stages, completion and reviews, all editable in place. Memoized: it renders again
 * only when its own props change. Over 60 lines because it is one cell for each column of the checklist.
 */
export const ChecklistRow = memo(function ChecklistRow(props: ChecklistRowProps) {
  const { record, avatar, checklist, isChosen, onChoose, isOwn, isPromotable, names, actions, canEdit, ends } = props
  const { name } = record.trialMod
  const { tabIndex } = props
  const tallies = talliesIn(record, checklist)
  const isShown = useIsInPanel(PERSON, record.traineeId)
  const [isOpen, setIsOpen] = useState(false)
  const now = () => new Date().toISOString()

  const nameOfficial = (official: string) =>
    actions.current.onComplete(
      record,
      official === ''
        ? { officialInstructorName: null }
        : { officialInstructorName: official, completedAt: record.dates.completed ?? now() },
    )
  const nameReviewer = (type: ReviewType, reviewer: string) => {
    const keys = REVIEW_KEYS[type]
    actions.current.onComplete(record, { [keys.name]: reviewer || null, [keys.date]: reviewer === '' ? null : now() })
  }

  return (
    <tr
      data-row={props['data-row']}
      tabIndex={tabIndex}
      onFocus={props.onFocus}
      data-shown={isShown}
      data-choice={record.traineeId}
      data-chosen={isChosen}
      aria-label={name}
      data-open={isOpen || undefined}
      onClick={openOnPress(() => setIsOpen(!isOpen))}
      className={`group -outline-offset-2 ${CARD}`}
    >
      <Td label={t('Staff ID')} className="max-sm:col-span-2 truncate font-bold font-sign text-paper">
        <span className="flex items-center gap-1">
          <ChoiceBox id={record.traineeId} name={name} isChosen={isChosen} onChoose={onChoose} tabIndex={tabIndex} />
          <span className="min-w-0 truncate">{record.staffId}</span>
        </span>
      </Td>
      <RowTh>
        <span className="flex w-full items-center gap-2">
          <PersonLink
            id={record.traineeId}
            name={name}
            tabIndex={tabIndex}
            className="touch-target pointer-coarse:-mx-1.5 flex shrink-0 items-center justify-center rounded-full hover:ring-2 hover:ring-lagoon"
            picture={<Avatar name={name} url={avatar} />}
          />
          <span className="min-w-0 flex-1 leading-4">
            <span className="block truncate font-semibold text-paper max-sm:text-base max-sm:leading-6" title={name}>
              {name}
              {isOwn && <span className="ml-1.5 font-normal text-amber text-xs">{t('you')}</span>}
            </span>
            <span
              data-id={record.staffId}
              className="block truncate text-paper-faint text-xs max-sm:group-data-open:whitespace-normal max-sm:group-not-data-open:data-id:before:content-[attr(data-id)_'_·_']"
              title={tallies}
            >
              {tallies}
            </span>
          </span>
          <span className="flex shrink-0 items-center max-sm:group-not-data-open:[&>:not([aria-expanded])]:hidden">
            <button
              type="button"
              tabIndex={tabIndex}
              aria-expanded={isOpen}
              aria-label={t('Stages of {name}', { name })}
              onClick={() => setIsOpen(!isOpen)}
              data-icon="chevron-down"
              className="flex h-11 w-8 items-center justify-center text-paper-faint aria-expanded:rotate-180 sm:hidden"
            />
            {isPromotable && checklist.promotion && (
              <button
                type="button"
                tabIndex={tabIndex}
                aria-label={t('Promote {name} to {title}', { name, title: checklist.promotion.to })}
                title={t('Promote to {title}', { title: checklist.promotion.to })}
                onClick={() => actions.current.onPromote?.(record.traineeId)}
                className="touch-target flex size-8 items-center justify-center rounded-sm text-ok hover:bg-ok/15 sm:group-focus-within:mr-8 sm:group-hover:mr-8"
              >
                <TrendingUp aria-hidden="true" className="size-4" />
              </button>
            )}
            {canEdit && !isOwn && (
              <button
                type="button"
                tabIndex={tabIndex}
                aria-label={t('Edit {name}', { name })}
                onClick={() => actions.current.onEdit?.(record)}
                data-icon="pencil"
                className="flex items-center justify-center text-paper-faint before:size-3.5 hover:text-paper max-sm:size-11 sm:absolute sm:inset-y-0.5 sm:right-0.5 sm:w-10 sm:bg-[linear-gradient(to_right,transparent,var(--color-haze)_45%)] sm:text-paper sm:opacity-0 sm:focus-visible:opacity-100 sm:group-focus-within:opacity-100 sm:group-hover:opacity-100"
              />
            )}
          </span>
        </span>
      </RowTh>
      <Td
        label={t('Assigned Instructor')}
        className="text-paper-dim max-sm:col-span-2"
        title={record.assignedInstructor ?? undefined}
      >
        {record.assignedInstructor && <span className="block w-full truncate">{record.assignedInstructor}</span>}
      </Td>
      {checklist.stages.map(({ key, column, title }) => (
        <Td key={key} label={column} className={STACKED}>
          <StageCell
            stage={stageOf(record, key)}
            stageKey={key}
            label={t('{stage} of {name}', { stage: title, name })}
            tabIndex={tabIndex}
            onOpen={() => actions.current.onOpenStage(record, key)}
          />
        </Td>
      ))}
      <Td label={t('Status')} data-pin="end" className={STACKED}>
        <StatusMenu
          name={name}
          status={record.completion.status}
          outcomes={checklist.outcomes}
          isOwn={isOwn}
          tabIndex={tabIndex}
          onChoose={(status) => actions.current.onChooseStatus(record, status)}
        />
      </Td>
      {[
        <Td key="completed" label={t('Completed')} className="max-sm:col-span-2 whitespace-nowrap text-paper-dim">
          {record.dates.completed && <Moment at={record.dates.completed} />}
        </Td>,
        <Td key="official" label={t('Official Instructor')} className="max-sm:col-span-2">
          <EditText
            label={t('Official Instructor of {name}', { name })}
            value={record.officialInstructor ?? ''}
            maxLength={100}
            list={names}
            isReadOnly={isOwn}
            tabIndex={tabIndex}
            onSave={nameOfficial}
          />
        </Td>,
        ...(['instructor', 'trainee'] as const).flatMap((type) => {
          const keys = REVIEW_KEYS[type]
          const title = type === 'instructor' ? t('Instructor Review') : t('Trainee Review')
          const date = record[keys.date]
          return [
            <Td key={type} label={title} className="max-sm:col-span-2">
              <span className="flex w-full items-center gap-1">
                <EditText
                  label={t('{stage} of {name}', { stage: title, name })}
                  value={record[keys.name] ?? ''}
                  maxLength={100}
                  list={names}
                  isReadOnly={isOwn}
                  tabIndex={tabIndex}
                  onSave={(reviewer) => nameReviewer(type, reviewer)}
                />
                <QuickSelect
                  size="sm"
                  label={t('Rating, {review} of {name}', { review: title, name })}
                  value={String(record[keys.rating] ?? '')}
                  options={RATINGS}
                  disabled={isOwn}
                  tabIndex={tabIndex}
                  onChange={(rating) => actions.current.onRate(record, type, rating === '' ? null : Number(rating))}
                  className={`shrink-0 tabular-nums ${record[keys.rating] === null ? 'text-paper-faint' : 'text-amber'}`}
                />
              </span>
            </Td>,
            <Td
              key={`${type}-date`}
              label={t('Review Date')}
              className="max-sm:col-span-2 whitespace-nowrap text-paper-dim"
            >
              {date && <Moment at={date} />}
            </Td>,
          ]
        }),
      ].slice(0, ends)}
      {ends < AFTER_STATUS && <td colSpan={AFTER_STATUS - ends} />}
    </tr>
  )
})

function talliesIn({ passed, failed, notes }: TrialMod, { stages }: Checklist): string {
  const parts = [t('{passed}/{total} passed', { passed, total: stages.length })]
  if (failed > 0) parts.push(t('{count} failed', { count: failed }))
  if (notes > 0) parts.push(t({ one: '{count} note', other: '{count} notes' }, { count: notes }))
  return parts.join(' · ')
}
