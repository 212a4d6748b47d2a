import { useState } from 'react'
import { useUndoImport } from '#features/audit/web/use-past-imports.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { useDebounced } from '#web/use-debounced.ts'
import type { Subject } from '../player-contract.ts'
import { distinguishingIdOf, useJoin, useJoinSubjects, useSubjects } from './use-subjects.ts'

interface JoinFormProps {
  subject: Subject
  onClose(): void
}

/** Joins two records of one person. The user chooses the other record, reads what will happen, and then confirms. */
export function JoinForm({ subject, onClose }: JoinFormProps) {
  const [other, setOther] = useState<Subject | null>(null)
  const [isRead, setIsRead] = useState(false)
  if (other !== null && isRead) {
    return <JoinAnswer subject={subject} other={other} onBack={() => setIsRead(false)} onClose={onClose} />
  }
  return (
    <Dialog
      title={t('Who is the same person as {name}?', { name: subject.name })}
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" disabled={other === null} onClick={() => setIsRead(true)}>
            {t('What would happen')}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <p className="text-sm">
          {t(
            'Join two people when you know that they are the same person: one has a Discord account, the other does not.',
          )}
        </p>
        <OtherField subject={subject} other={other} onChoose={setOther} />
      </div>
    </Dialog>
  )
}

interface OtherFieldProps {
  subject: Subject
  other: Subject | null
  onChoose(other: Subject | null): void
}

function OtherField({ subject, other, onChoose }: OtherFieldProps) {
  const [typed, setTyped] = useState('')
  const query = useSubjects(useDebounced(typed.trim(), 200))
  const found = (query.data?.data ?? []).filter(({ who }) => who !== subject.who)
  return (
    <>
      <Combobox
        label={t('The other one')}
        placeholder={t('Name, identifier or Discord ID')}
        chosen={other && choiceOf(other)}
        choices={found.map(choiceOf)}
        onType={setTyped}
        onChoose={(choice) => onChoose(found.find(({ who }) => who === choice?.value) ?? null)}
        emptyText={typed.trim() === '' ? t('Type a part of the name.') : t('No matches.')}
      />
      {query.isError && (
        <ErrorNote message={t('Failed to load')} error={query.error} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}

const choiceOf = (subject: Subject) => ({
  value: subject.who,
  label: subject.name,
  note: distinguishingIdOf(subject),
  texts: subject.identifiers,
})

interface JoinAnswerProps {
  subject: Subject
  other: Subject
  onBack(): void
  onClose(): void
}

function JoinAnswer({ subject, other, onBack, onClose }: JoinAnswerProps) {
  const query = useJoin(subject.who, other.who)
  const joining = useJoinSubjects()
  const undoing = useUndoImport()
  const plan = query.data
  const failure = query.error ?? joining.error

  function join(): void {
    if (plan === undefined) return
    joining.mutate(plan, {
      onSuccess: (joined) => {
        toastWithUndo(t('{goes} is now part of {stays}.', { goes: plan.goes.name, stays: plan.stays.name }), () =>
          undoing.mutateAsync(joined.import),
        )
        onClose()
      },
      onError: () => void query.refetch(),
    })
  }

  return (
    <Dialog
      title={t('Join {one} and {other}?', { one: subject.name, other: other.name })}
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          <Button className="mr-auto" onClick={onBack}>
            {t('Back')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" disabled={plan === undefined} isPending={joining.isPending} onClick={join}>
            {t('Join // people')}
          </Button>
        </>
      }
    >
      <div className="space-y-3 text-sm">
        {failure !== null && <ErrorNote message={failure.message} />}
        {plan === undefined && query.isPending && (
          <Skeleton label={t('Checking what would change…')} rows={4} columns={1} />
        )}
        {plan !== undefined && (
          <>
            <ul className="list-disc space-y-1.5 pl-5 text-paper">
              <li>
                {t('{stays} ({sign}) stays and has all identifiers of both.', {
                  stays: plan.stays.name,
                  sign: distinguishingIdOf(plan.stays),
                })}
              </li>
              <li>
                {t(
                  {
                    one: '{count} action against {goes} ({sign}) moves there.',
                    other: '{count} actions against {goes} ({sign}) move there.',
                  },
                  { count: plan.actions, goes: plan.goes.name, sign: distinguishingIdOf(plan.goes) },
                )}
              </li>
              <li>{t('What comes from the game for either of them goes there from now on.')}</li>
            </ul>
            <p>{t('You can undo this for 30 days.')}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
