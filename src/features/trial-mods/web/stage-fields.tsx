import { useId } from 'react'
import { t } from '#lib/messages.ts'
import { matchesSearch } from '#lib/search.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { RenderLater } from '#web/use-is-painted.ts'
import type { Stage } from '../contract.ts'
import { stageProblem, stateFlags, stateOf } from '../rules.ts'
import { STAGE_STATES, STATE_LABELS } from '../stage-rules.ts'

interface StageFieldsProps {
  written: Stage
  people: readonly string[]
  me: string | null
  /** Nobody is called what is written as the supervisor, and the viewer was asked about it. */
  isUnknown: boolean
  onChange(written: Stage): void
}

/** The fields of a stage: its supervisor, status and notes. */
export function StageFields({ written, people, me, isUnknown, onChange }: StageFieldsProps) {
  const supervisor = written.by ?? ''
  const isEmpty = supervisor === '' && stateOf(written) === null
  return (
    <>
      <SupervisorField
        supervisor={supervisor}
        people={people}
        me={me}
        isUnknown={isUnknown}
        onChange={(by) => onChange({ ...written, by })}
      />
      <StateChoice written={written} onChange={onChange} />
      <TextAreaField
        label={t('Notes (optional)')}
        rows={3}
        maxLength={4000}
        value={written.notes ?? ''}
        onChange={(event) => onChange({ ...written, notes: event.target.value })}
      />
      {!isEmpty && (
        <Button
          look="ghost"
          size="sm"
          className="self-start"
          onClick={() => onChange({ ...written, ...stateFlags(null), by: null })}
        >
          {t('Clear status and supervisor')}
        </Button>
      )}
    </>
  )
}

const MAX_OFFERED = 4

interface SupervisorFieldProps extends Pick<StageFieldsProps, 'people' | 'me' | 'isUnknown'> {
  supervisor: string
  onChange(name: string): void
}

/** The name of the supervisor, with buttons for the viewer's own name or for similar names. */
function SupervisorField({ supervisor, people, me, isUnknown, onChange }: SupervisorFieldProps) {
  const listId = useId()
  const offered = isUnknown
    ? people.filter((name) => matchesSearch(supervisor, [name])).slice(0, MAX_OFFERED)
    : supervisor.trim() === '' && me !== null
      ? [me]
      : []
  return (
    <>
      <TextField
        label={t('Supervising Admin')}
        value={supervisor}
        maxLength={100}
        list={listId}
        autoComplete="off"
        error={
          isUnknown
            ? t('Nobody on the roster is called “{name}”. Choose a name, or press Save Changes again to keep it.', {
                name: supervisor.trim(),
              })
            : undefined
        }
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        <RenderLater>
          {me !== null && <option value={me} label={t('Me')} />}
          {people
            .filter((name) => name !== me)
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </RenderLater>
      </datalist>
      {offered.length > 0 && (
        <div className="-mt-2 flex flex-wrap gap-2">
          {offered.map((name) => (
            <Button key={name} size="sm" onClick={() => onChange(name)}>
              {name === me ? t('Me ({name})', { name }) : name}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

/** The states of a stage, at most one of them chosen, and below them why it cannot be saved. */
function StateChoice({ written, onChange }: Pick<StageFieldsProps, 'written' | 'onChange'>) {
  const helpId = useId()
  const problem = stageProblem(written)
  const isUnsigned = (written.by ?? '').trim() === ''
  return (
    <fieldset aria-describedby={helpId}>
      <legend className="mb-1.5 font-bold font-sign text-paper-dim text-sm">{t('Status')}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {STAGE_STATES.map((state) => (
          <label
            key={state}
            className="touch-target flex h-10 items-center gap-2 whitespace-nowrap rounded-sm border border-paper-faint/60 px-2.5 text-paper text-sm has-checked:border-lagoon has-checked:bg-lagoon/10 has-disabled:opacity-55"
          >
            <input
              type="checkbox"
              checked={written[state]}
              disabled={isUnsigned}
              onChange={(event) => onChange({ ...written, ...stateFlags(event.target.checked ? state : null) })}
              className="size-4"
            />
            {t(STATE_LABELS[state])}
          </label>
        ))}
      </div>
      <p
        id={helpId}
        role="status"
        className={`mt-1.5 min-h-5 text-sm ${problem === null ? 'text-paper-faint' : 'text-warn'}`}
      >
        {problem !== null ? t(problem) : isUnsigned && t('Enter a Supervising Admin first, then choose a status.')}
      </p>
    </fieldset>
  )
}
