import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PersonLink } from '#features/auth/web/person-link.tsx'
import { useCan } from '#features/auth/web/use-can.ts'
import { longDay, longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { evidenceWords, useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { CallFailed } from '#web/call.ts'
import { Link } from '#web/router.tsx'
import { Appeal, type AppealRow } from '../decision-contract.ts'
import { BARRED_LABELS, DECIDED_TEXTS, DECIDING_TEXTS, mustDenyIssuing } from '../independence-rules.ts'
import { type Family, isOpen, OUTCOMES } from '../rules.ts'
import { AppealComments, AppealMessages } from './appeal-texts.tsx'
import { BeforeAndNow, ThenAndNow, titleOf } from './appealed-action.tsx'
import { type Outcome, OutcomeDialog } from './outcome-dialog.tsx'
import { useAppeal, useAppealStep, useCloseLiftTask, useDecide } from './queries.ts'
import { StateChip } from './state-chip.tsx'
import { WrittenText } from './text-form.tsx'
import { endedMeanwhile } from './unsent-text.tsx'

/** The address at which staff see an action. */
const actionHref = ({ family, action }: { family: Family; action: number }) =>
  `${family === 'staff' ? '/staff-da-database' : '/player-record'}?entry=${action}`

/** Renders the evidence of an action. */
export type EvidenceSlot = (of: {
  family: Family
  action: number
  /** Called with whether a chosen file or a typed text is not added yet. */
  onUnsaved(isUnsaved: boolean): void
}) => ReactNode

interface AppealPanelProps {
  row: AppealRow
  evidence?: EvidenceSlot | undefined
  onClose(): void
}

/** One appeal, with what the viewer may do about it. */
export function AppealPanel({ row, evidence, onClose }: AppealPanelProps) {
  const { data, error, refetch } = useAppeal(row.id)
  const [isUnsaved, setUnsaved] = useState(false)
  const { close, question } = useDiscardQuestion(isUnsaved, onClose, evidenceWords)
  const { family, action } = row
  return (
    <Panel title={t('Appeal of {name}', { name: row.appellant.name })} onClose={close}>
      {question}
      <Facts row={row} />
      {data !== undefined ? (
        <Whole appeal={data.item} evidence={evidence?.({ family, action, onUnsaved: setUnsaved })} />
      ) : error === null ? (
        <Skeleton label={t('Loading the appeal…')} rows={4} columns={1} />
      ) : (
        <ErrorNote message={t('Failed to load the appeal.')} error={error} onRetry={() => void refetch()} />
      )}
    </Panel>
  )
}

function Facts({ row }: { row: AppealRow }) {
  const { issuer, appellant, filedAt, dueAt, endedAt } = row
  const mayRead = useCan({ access: 'staff' })
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <StateChip appeal={row} />
        {isOpen(row.state) && new Date(dueAt) < new Date() && <Chip tone="warn">{t('Late // appeal')}</Chip>}
      </p>
      <dl className="mt-3 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm [&_dt]:text-paper-faint [&_dd]:text-paper">
        <dt>{t('Appealed by')}</dt>
        <dd>
          <PersonLink id={appellant.id} name={appellant.name}>
            {appellant.name}
          </PersonLink>
        </dd>
        <dt>{t('Given by')}</dt>
        <dd>
          {issuer.isPerson ? (
            <PersonLink id={issuer.id} name={issuer.name}>
              {issuer.name}
            </PersonLink>
          ) : (
            issuer.name
          )}
        </dd>
        <dt>{t('Filed')}</dt>
        <dd>{longMoment(filedAt)}</dd>
        <dt>{endedAt === null ? t('Promised by') : t('Ended // appeals')}</dt>
        <dd>{longMoment(endedAt ?? dueAt)}</dd>
        <dt>{t('Action // disciplinary')}</dt>
        <dd>
          {mayRead ? (
            <Link to={actionHref(row)} className="inline-link">
              {t('#{number} in the record', { number: String(row.action) })}
            </Link>
          ) : (
            `#${row.action}`
          )}
        </dd>
      </dl>
    </>
  )
}

function Whole({ appeal, evidence }: { appeal: Appeal; evidence: ReactNode }) {
  const { appellant, text, snapshot, today, filedAt, statement, issuer, decision, decider, issuerReduction } = appeal
  return (
    <>
      <Standing appeal={appeal} />
      {decision !== null && (
        <Part title={decider === null ? t('Closed by the issuer') : t('Decided by {name}', { name: decider.name })}>
          <ul>
            <WrittenText by={t('To {name}', { name: appellant.name })} at={null} text={decision} />
          </ul>
        </Part>
      )}
      <Part title={t('What {name} writes', { name: appellant.name })}>
        <ul>
          <WrittenText by={appellant.name} at={longMoment(filedAt)} text={text} />
        </ul>
      </Part>
      <Part title={t('The action when it was appealed')}>
        <ThenAndNow then={snapshot} now={today} />
      </Part>
      {evidence}
      {issuerReduction !== null && (
        <Part title={t('Reduced by {name}', { name: issuer.name })}>
          <ul>
            <WrittenText
              by={t('To {name}', { name: appellant.name })}
              at={longMoment(issuerReduction.at)}
              text={issuerReduction.message}
            />
          </ul>
        </Part>
      )}
      {statement !== null && (
        <Part title={t('Statement')}>
          <ul>
            <WrittenText by={issuer.name} at={longMoment(statement.at)} text={statement.text} />
          </ul>
        </Part>
      )}
      <AppealMessages appeal={appeal} />
      <AppealComments appeal={appeal} />
    </>
  )
}

/** A part of an appeal under its heading. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1.5 text-paper text-sm">{title}</h3>
      {children}
    </section>
  )
}

/** What the viewer may do now, or why they may not. */
function Standing({ appeal }: { appeal: Appeal }) {
  const { state, barred, deciding, decidedAs, endedAt, issuer, issuerUntil, liftTask, reviewer, reviewSince } = appeal
  const [isTaken, setIsTaken] = useState(false)
  return (
    <div className="mt-4 space-y-2 text-sm">
      {deciding !== null && deciding !== 'independent' && <p>{t(DECIDING_TEXTS[deciding])}</p>}
      {decidedAs !== null && decidedAs !== 'independent' && <p>{t(DECIDED_TEXTS[decidedAs])}</p>}
      {state === 'closed' && endedAt !== null && (
        <p>{t('The action was revoked on {day}, so the appeal is closed.', { day: longDay(endedAt) })}</p>
      )}
      {isOpen(state) && barred !== null && <p className="text-warn">{t(BARRED_LABELS[barred])}</p>}
      {state === 'with_issuer' && issuerUntil !== null && (
        <p>
          {t('{name} was asked for a statement, until {moment}.', {
            name: issuer.name,
            moment: longMoment(issuerUntil),
          })}
        </p>
      )}
      {reviewer !== null && reviewSince !== null && (
        <p>{t('In review by {name} since {moment}.', { name: reviewer.name, moment: longMoment(reviewSince) })}</p>
      )}
      {barred === null && state === 'submitted' && <FirstSteps appeal={appeal} onTake={setIsTaken} />}
      {barred === null && <DecideButton appeal={appeal} isTaken={isTaken} />}
      {liftTask !== null && <LiftTask appealId={appeal.id} task={liftTask} />}
    </div>
  )
}

/** The first steps of a decision: taking the appeal into review, or first asking the issuer for a statement. */
function FirstSteps({
  appeal: { id, version, issuer, statement },
  onTake,
}: {
  appeal: Appeal
  onTake: (isTaken: boolean) => void
}) {
  const asking = useAppealStep(id, 'ask')
  const reviewing = useAppealStep(id, 'review')
  const [isAsking, setIsAsking] = useState(false)
  const failed = asking.error ?? reviewing.error
  const { name } = issuer
  function take(): void {
    onTake(true)
    reviewing.mutate(version, { onError: () => onTake(false) })
  }
  return (
    <>
      {failed && <ErrorNote message={failed.message} />}
      <p className="flex flex-wrap gap-3">
        <Button look="primary" isPending={reviewing.isPending} onClick={take}>
          {t('Take into review')}
        </Button>
        {issuer.isPerson && statement === null && (
          <Button onClick={() => setIsAsking(true)}>{t('First ask {name}', { name })}</Button>
        )}
      </p>
      {isAsking && (
        <ConfirmDialog
          title={t('First ask {name}', { name })}
          message={t(
            '{name} has 48 hours to give one statement. Nobody can decide before they give it or the time is over. This cannot be undone.',
            { name },
          )}
          action={t('Ask')}
          isPending={asking.isPending}
          onConfirm={() => asking.mutate(version, { onSettled: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** Decides on an appeal in review. The dialog stays open when somebody else decided first, so that no text is lost. */
function DecideButton({ appeal, isTaken }: { appeal: Appeal; isTaken: boolean }) {
  const deciding = useDecide(appeal.id)
  const button = useRef<HTMLButtonElement>(null)
  const isInReview = appeal.state === 'in_review'
  // The button that took the appeal into review is gone, so the focus must move here.
  useEffect(() => {
    if (isTaken && isInReview) button.current?.focus()
  }, [isTaken, isInReview])
  /** The appeal as it was when the dialog opened, and the newest version that the server returned since. */
  const [opened, setOpened] = useState<{ first: Appeal; seen: Appeal } | null>(null)
  const { today, snapshot, appellant, issuer } = opened?.seen ?? appeal
  const save = async (outcome: Outcome, { first, seen }: { first: Appeal; seen: Appeal }) => {
    const { version, actionVersion } = seen
    try {
      await deciding.mutateAsync({ ...outcome, version, actionVersion })
    } catch (failed) {
      // Keep the text. The next attempt applies to the version that is shown now.
      const now = failed instanceof CallFailed && failed.code === 'changed_meanwhile' ? failed.item : null
      const { data } = Appeal.safeParse(now)
      if (data !== undefined) setOpened({ first, seen: data })
      throw failed
    }
  }
  return (
    <>
      {isInReview && (
        <Button ref={button} look="primary" onClick={() => setOpened({ first: appeal, seen: appeal })}>
          {t('Decide…')}
        </Button>
      )}
      {opened !== null && (
        <OutcomeDialog
          title={t('Decide: {action}', { action: titleOf(snapshot) })}
          appellant={appellant.name}
          action={today ?? snapshot}
          types={opened.seen.lighterTypes}
          outcomes={today === null ? WITHOUT_ACTION : OUTCOMES}
          unknownIssuer={mustDenyIssuing(issuer) ? issuer.name : null}
          news={<News first={opened.first} now={opened.seen.version < appeal.version ? appeal : opened.seen} />}
          place={`appeal ${appeal.id} decision`}
          closed={endedMeanwhile(appeal)}
          save={(outcome) => save(outcome, opened)}
          onDone={() => {
            setOpened(null)
            toast(t('The appeal was decided.'))
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** The appellant's new messages and the changes of the action since the dialog opened. */
function News({ first, now }: { first: Appeal; now: Appeal }) {
  const { name } = now.appellant
  const messages = (now.messages ?? []).slice(first.messages?.length ?? 0).filter((message) => message.isFromAppellant)
  const isChanged = now.actionVersion !== first.actionVersion && first.today !== null
  if (messages.length === 0 && !isChanged) return null
  return (
    <div role="status" className="space-y-2 rounded-sm border border-warn/60 px-3 py-2 text-sm">
      {messages.length > 0 && <p className="text-warn">{t('{name} wrote something meanwhile.', { name })}</p>}
      <ul className="space-y-2">
        {messages.map(({ at, text }) => (
          <WrittenText key={at} by={name} at={longMoment(at)} text={text} />
        ))}
      </ul>
      {isChanged && first.today !== null && (
        <>
          <p className="text-warn">{t('The action was changed meanwhile.')}</p>
          <BeforeAndNow before={first.today} now={now.today} />
        </>
      )}
    </div>
  )
}

/** The outcomes that are possible when the action no longer exists. */
const WITHOUT_ACTION = OUTCOMES.filter((outcome) => outcome === 'upheld' || outcome === 'inadmissible')

/** The task of lifting a ban in txAdmin by hand, because this site cannot lift it there. */
function LiftTask({ appealId, task }: { appealId: number; task: NonNullable<Appeal['liftTask']> }) {
  const { id, from, doneAt } = task
  const closing = useCloseLiftTask(appealId)
  const [isAsked, setIsAsked] = useState(false)
  return (
    <div className="rounded-sm border border-haze bg-night/50 px-3 py-2">
      {closing.isError && (
        <div className="mb-2">
          <ErrorNote message={closing.error.message} />
        </div>
      )}
      {doneAt !== null ? (
        <p>{t('{id} was lifted in txAdmin on {moment}.', { id, moment: longMoment(doneAt) })}</p>
      ) : (
        <>
          <p>
            {new Date(from) > new Date()
              ? t('Lift {id} in txAdmin on or after {day}. This site cannot do that for you.', {
                  id,
                  day: longDay(from),
                })
              : t('Lift {id} in txAdmin. This site cannot do that for you.', { id })}
          </p>
          <Button className="mt-2" size="sm" onClick={() => setIsAsked(true)}>
            {t('Mark as lifted')}
          </Button>
        </>
      )}
      {isAsked && (
        <ConfirmDialog
          title={t('Mark as lifted')}
          message={t(
            'Mark this only after you lifted {id} in txAdmin. Until then the person is still banned. This cannot be undone.',
            {
              id,
            },
          )}
          action={t('Mark as lifted')}
          isPending={closing.isPending}
          onConfirm={() => closing.mutate(undefined, { onSettled: () => setIsAsked(false) })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </div>
  )
}
