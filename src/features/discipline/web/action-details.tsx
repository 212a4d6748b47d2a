import { type ReactNode, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { can } from '#lib/access.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { evidenceWords, useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { Link } from '#web/router.tsx'
import type { FoundAction } from '../contract.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ActionFacts, Fact } from './action-facts.tsx'
import type { OpenedAction } from './actions-view.tsx'
import { ApproveForm, RejectForm } from './approval-form.tsx'
import { OffenceFacts } from './offence-facts.tsx'
import { useAction } from './queries.ts'
import { ReviseForm } from './revise-form.tsx'
import { Revisions } from './revisions.tsx'
import { RevokeForm } from './revoke-form.tsx'

/** The forms that replace the details of an action. */
const FORMS = { revise: ReviseForm, revoke: RevokeForm, approve: ApproveForm, reject: RejectForm }

/** Renders the evidence of an action. */
export type EvidenceSlot = (of: {
  action: number
  isNeeded: boolean
  /** Called when the user has chosen or typed something that is not added yet, and when that is over. */
  onUnsaved(isUnsaved: boolean): void
}) => ReactNode

interface ActionDetailsProps extends OpenedAction {
  evidence?: EvidenceSlot
  /** Further buttons for the action, and the form that replaces its details. */
  tools?: (leave: (then: () => void) => void) => ReactNode
  form?: ReactNode
  /** Where the action comes from. */
  origin?: ReactNode
  /** Shown below the evidence. */
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
        form ||
        (Form !== null && doing?.id === id && found && (
          <Form entry={found.item} found={found} onDone={back} onClose={back} />
        ))
      }
      actions={
        <ActionButtons found={found} toDo={toDo}>
          {tools?.(leave)}
        </ActionButtons>
      }
    >
      {entry !== undefined && (
        <ActionFacts
          entry={entry}
          isStuck={found?.is_stuck ?? false}
          revisions={found?.revisions ?? []}
          delivery={found?.delivery ?? null}
        >
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
      {found && <Revisions found={found} isOpen={found.may_approve} />}
    </ActionDialog>
  )
}

interface ActionButtonsProps {
  found: FoundAction | undefined
  toDo(what: keyof typeof FORMS): () => void
  /** Further buttons. */
  children: ReactNode
}

function ActionButtons({ found, toDo, children }: ActionButtonsProps) {
  return (
    // A person who opens an action wants to read it. The focus starts at Close, however many of these buttons there
    // are.
    <div data-later="" className="contents">
      <span className="mr-auto flex flex-wrap gap-2 empty:hidden">
        {/* Rejecting an action also revokes it. */}
        {found?.may_revoke && !found.may_approve && (
          <Button look="danger" onClick={toDo('revoke')}>
            {t('Revoke')}
          </Button>
        )}
        {children}
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
    </div>
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
