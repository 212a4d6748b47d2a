import { type ReactNode, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { can } from '#lib/access.ts'
import { formatMoment } from '#lib/dates.ts'
import { KEPT_FROM_YOU } from '#lib/kept-from-you.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { SideBySide } from '#ui/side-by-side.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { rich } from '#web/rich.tsx'
import { Link } from '#web/router.tsx'
import type { FoundAction } from '../contract.ts'
import { ACTION_FIELDS, stepsOf } from '../rules.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ActionFacts, Fact } from './action-facts.tsx'
import type { OpenedAction } from './actions-view.tsx'
import { ApproveForm, RejectForm } from './approval-form.tsx'
import { OffenceFacts } from './offence-facts.tsx'
import { useAction } from './queries.ts'
import { factText, ReviseForm } from './revise-form.tsx'
import { RevokeForm } from './revoke-form.tsx'

/** What is done with an action, each by a form in its place. */
const FORMS = { revise: ReviseForm, revoke: RevokeForm, approve: ApproveForm, reject: RejectForm }

/** What stands there of the evidence of an action. */
export type EvidenceSlot = (of: {
  action: number
  isNeeded: boolean
  /** Hears whether something was chosen or typed that is not added yet. */
  onUnsaved(isUnsaved: boolean): void
}) => ReactNode

const evidenceWords = () => ({
  title: t('Discard the picture or link?'),
  message: t('It is not added to the action yet.'),
  action: t('Discard it'),
})

interface ActionDetailsProps extends OpenedAction {
  evidence?: EvidenceSlot
  /** What can be done with it beside revising, revoking and approving, and the form of that in its place. */
  tools?: (leave: (then: () => void) => void) => ReactNode
  form?: ReactNode
  /** Where it is from. */
  origin?: ReactNode
  /** What stands below its evidence. */
  children?: ReactNode
}

/** Spec, section 2: the modal 'DA Details — <user>', with its revisions and what this person may do with it. */
export function ActionDetails({ evidence, tools, form, origin, children, ...opened }: ActionDetailsProps) {
  const { id, listed } = opened
  const [doing, setDoing] = useState<{ what: keyof typeof FORMS; id: number } | null>(null)
  const query = useAction(id)
  const found = query.data
  const entry = found?.item ?? listed
  const back = () => setDoing(null)
  const Form = doing === null ? null : FORMS[doing.what]
  const [isUnsaved, setUnsaved] = useState(false)
  const { close, leave, question } = useDiscardQuestion(isUnsaved, opened.onClose, evidenceWords)
  const toDo = (what: keyof typeof FORMS) => () => leave(() => setDoing({ what, id }))
  return (
    <ActionDialog
      opened={{ ...opened, onClose: close, onShow: (other) => leave(() => opened.onShow(other)) }}
      entry={entry}
      query={query}
      form={
        form || (Form !== null && doing?.id === id && found && <Form entry={found.item} onDone={back} onClose={back} />)
      }
      actions={
        <>
          <span className="mr-auto flex flex-wrap gap-2 empty:hidden">
            {/* To reject is to revoke. */}
            {found?.may_revoke && !found.may_approve && (
              <Button look="danger" onClick={toDo('revoke')}>
                {t('Revoke')}
              </Button>
            )}
            {tools?.(leave)}
          </span>
          {found?.may_revise && <Button onClick={toDo('revise')}>{t('Revise')}</Button>}
          {found?.may_approve && (
            <>
              <Button onClick={toDo('reject')}>{t('Reject')}</Button>
              <Button look="primary" onClick={toDo('approve')}>
                {t('Approve')}
              </Button>
            </>
          )}
        </>
      }
    >
      {entry !== undefined && (
        <ActionFacts entry={entry} isStuck={found?.is_stuck ?? false}>
          {origin ?? (entry.is_from_game && <Fact label={t('Source')}>{t('The game server')}</Fact>)}
          {found && <OffenceFacts found={found} />}
          {found?.open_appeal != null && <OpenAppeal id={found.open_appeal} />}
        </ActionFacts>
      )}
      {found &&
        evidence?.({
          action: id,
          isNeeded: found.offences.some(({ needs_evidence }) => needs_evidence),
          onUnsaved: setUnsaved,
        })}
      {question}
      {children}
      {found && found.revisions.length > 0 && <Revisions found={found} />}
    </ActionDialog>
  )
}

function OpenAppeal({ id }: { id: number }) {
  const mayDecide = useCan({ access: can('appeals.decide') })
  return (
    <Fact label={t('Appeal')}>
      {mayDecide ? (
        <Link to={`/appeals?appeal=${id}`} className="inline-link">
          {t('Appeal open')}
        </Link>
      ) : (
        t('Appeal open')
      )}
    </Fact>
  )
}

function Revisions({ found }: { found: FoundAction }) {
  const steps = stepsOf(found.revisions, found.item)
  return (
    <details className="group mt-5 border-haze border-t pt-4">
      <summary className="inline-link w-fit cursor-pointer text-sm">
        {t({ one: 'One earlier revision', other: '{count} earlier revisions' }, { count: steps.length })}
      </summary>
      <ol className="mt-3 space-y-5">
        {steps.map(({ version, at, by_name, why, was, became, acknowledged_at }) => (
          <li key={version}>
            <p className="text-paper text-sm">
              {rich('Revised by {name}, {moment}', {
                name: by_name,
                moment: <time dateTime={at}>{formatMoment(at)}</time>,
              })}
            </p>
            <p className="whitespace-pre-wrap break-words text-sm">{why ?? t(KEPT_FROM_YOU)}</p>
            {acknowledged_at !== null && (
              <p className="text-paper-dim text-sm">
                {t('They had read it so on {moment}.', { moment: formatMoment(acknowledged_at) })}
              </p>
            )}
            <SideBySide
              left={t('Before')}
              right={t('After')}
              fields={ACTION_FIELDS.map(({ field, label }) => ({
                label: t(label),
                left: factText(field, was[field]),
                right: factText(field, became[field]),
              }))}
            />
          </li>
        ))}
      </ol>
    </details>
  )
}
