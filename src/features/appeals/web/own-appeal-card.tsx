import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { longDay, longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { LinkedText } from '#ui/linked-text.tsx'
import { announce, toast } from '#ui/live-region.tsx'
import { useArrival } from '#web/use-arrival.ts'
import type { OwnAppealRow } from '../contract.ts'
import { DECIDED_TEXTS, DECIDING_TEXTS, noDeciderText } from '../independence-rules.ts'
import { againFrom, leftThisYear } from '../repeat-rules.ts'
import { isOpen } from '../rules.ts'
import { ActionFold, EndsFirst, ReadAction, titleOf } from './appealed-action.tsx'
import { EscalationText } from './escalation-text.tsx'
import { useAppealPromise, useOwnAppeal, useOwnAppeals, useReply, useWithdraw } from './queries.ts'
import { StateChip } from './state-chip.tsx'
import { TextForm, WrittenText } from './text-form.tsx'
import { ownEndedMeanwhile } from './unsent-text.tsx'

interface OwnAppealCardProps {
  appeal: OwnAppealRow
  /** Whether the viewer came for this appeal: the address names it, or they have just sent it. */
  isWanted: boolean
  /** The evidence that the appellant may see. */
  evidence?: ReactNode
}

/** The viewer's own appeal: first its state and what it means, then the texts. */
export function OwnAppealCard({ appeal, isWanted, evidence }: OwnAppealCardProps) {
  const { id, snapshot, messages, filedAt, text } = appeal
  const reply = useReply(id)
  const [isWithdrawing, setIsWithdrawing] = useState(false)
  const card = useArrival<HTMLElement>(isWanted)
  useToldOfOthers(appeal)
  const focus = useFocusOfEnded(card, isOpen(appeal.state))
  return (
    <article
      ref={card}
      {...focus}
      id={`appeal-${id}`}
      tabIndex={-1}
      aria-label={t('Appeal: {action}', { action: titleOf(snapshot) })}
      className={`scroll-mt-[calc(var(--header-height)+1rem)] rounded-md border bg-dusk p-5 ${isWanted ? 'border-lagoon' : 'border-haze'}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StateChip appeal={appeal} />
        <h2 className="text-base">{titleOf(snapshot)}</h2>
      </div>
      <Standing appeal={appeal} />
      <IssuersReduction appeal={appeal} />
      <ActionFold title={t('The action, and what you wrote')}>
        <OwnAction id={id} />
        {evidence}
        <ul>
          <WrittenText by={t('You')} at={longMoment(filedAt)} text={text} isOwn />
        </ul>
      </ActionFold>
      {messages.length > 0 && (
        <ul aria-label={t('Messages // appeal')} className="mt-3 space-y-2">
          {messages.map(({ at, isFromAppellant, text: messageText }) => (
            <WrittenText
              key={at}
              by={isFromAppellant ? t('You') : t('The people who decide')}
              at={longMoment(at)}
              text={messageText}
              isOwn={isFromAppellant}
            />
          ))}
        </ul>
      )}
      <TextForm
        label={t('Add something')}
        hint={t('The person who decides reads this.')}
        action={t('Send')}
        sent={t('Your message was sent.')}
        place={`appeal ${id} reply`}
        closed={ownEndedMeanwhile(appeal)}
        send={reply.mutateAsync}
      />
      {isOpen(appeal.state) && (
        <p className="mt-4 border-haze border-t pt-3">
          <Button size="sm" onClick={() => setIsWithdrawing(true)}>
            {t('Withdraw the appeal')}
          </Button>
        </p>
      )}
      {isWithdrawing && <WithdrawDialog appeal={appeal} onClose={() => setIsWithdrawing(false)} />}
    </article>
  )
}

/** How the appeal stands: what its state means, who decides it and by when, and the decision. */
function Standing({ appeal }: { appeal: OwnAppealRow }) {
  const { today, decision, deciding, decidedAs, endedBy, escalation, lift } = appeal
  return (
    <>
      <p className="mt-2 text-paper">{meaningOf(appeal)}</p>
      {escalation !== null && (
        <p className="mt-1 text-sm">
          <EscalationText {...escalation} />
          <EndsFirst endsAt={today?.endsAt ?? null} dueAt={deciding === 'nobody' ? null : appeal.dueAt} />
        </p>
      )}
      {lift !== null && <p className="mt-1 text-warn">{liftText(lift)}</p>}
      {deciding !== null && (
        <p className="mt-1 text-sm">
          {t(DECIDING_TEXTS[deciding])} {deciding === 'nobody' && t(noDeciderText(appeal))}
        </p>
      )}
      {decidedAs !== null && <p className="mt-1 text-sm">{t(DECIDED_TEXTS[decidedAs])}</p>}
      {decision !== null && (
        <>
          <p className="mt-3 text-paper-faint text-sm">
            {endedBy === 'issuer' ? t('From the person who gave the action') : t('The decision')}
          </p>
          <blockquote className="mt-1 whitespace-pre-wrap break-words border-amber/70 border-l-2 pl-3 text-paper">
            <LinkedText text={decision} />
          </blockquote>
        </>
      )}
    </>
  )
}

/** Announces to screen readers what other people did to the appeal while the page was open. */
function useToldOfOthers(appeal: OwnAppealRow): void {
  const shown = useRef(appeal)
  useEffect(() => {
    const told = toldSince(shown.current, appeal)
    shown.current = appeal
    if (told.length > 0)
      announce([`${t('Appeal: {action}', { action: titleOf(appeal.snapshot) })}.`, ...told].join(' '))
  }, [appeal])
}

function toldSince(before: OwnAppealRow, now: OwnAppealRow): string[] {
  const received = ({ messages }: OwnAppealRow) => messages.filter(({ isFromAppellant }) => !isFromAppellant).length
  const { issuerReduction } = now
  const meaning = meaningOf(now)
  return [
    ...(received(now) > received(before) ? [t('There is a new message.')] : []),
    ...(before.issuerReduction === null && issuerReduction !== null ? [reductionText(issuerReduction.at)] : []),
    // A withdrawal needs no announcement: the viewer has just clicked it.
    ...(now.state !== 'withdrawn' && meaning !== meaningOf(before) ? [meaning] : []),
  ]
}

/**
 * Moves the focus to the card when the appeal ends and the focused element disappears. The returned handlers belong on
 * the card.
 */
function useFocusOfEnded(card: RefObject<HTMLElement | null>, isStillOpen: boolean) {
  const isWithin = useRef(false)
  useEffect(() => {
    if (!isStillOpen && isWithin.current && document.activeElement === document.body) card.current?.focus()
  }, [card, isStillOpen])
  return {
    onFocus: () => {
      isWithin.current = true
    },
    onBlur: () => {
      isWithin.current = false
    },
  }
}

const OwnAction = ({ id }: { id: number }) => <ReadAction query={useOwnAppeal(id)} />

/** The issuer's reduction of the action during the appeal. */
function IssuersReduction({ appeal: { state, issuerReduction } }: { appeal: OwnAppealRow }) {
  if (issuerReduction === null) return null
  return (
    <>
      <p className="mt-2">
        {reductionText(issuerReduction.at)}{' '}
        {isOpen(state) && t('The appeal goes on. If this is enough for you, you can withdraw it.')}
      </p>
      <blockquote className="mt-2 whitespace-pre-wrap break-words border-haze border-l-2 pl-3">
        <LinkedText text={issuerReduction.message} />
      </blockquote>
    </>
  )
}

const reductionText = (at: string) => t('The person who gave the action reduced it on {day}.', { day: longDay(at) })

/** A ban in txAdmin ends only when staff lift it there. */
function liftText({ from, doneAt }: NonNullable<OwnAppealRow['lift']>): string {
  if (doneAt !== null) return t('The ban was lifted in the game on {day}.', { day: longDay(doneAt) })
  return new Date(from) > new Date()
    ? t('Staff lift the ban in the game from {day} on. Until they have done it, it keeps you out.', {
        day: longDay(from),
      })
    : t('Staff still have to lift the ban in the game. Until then it keeps you out.')
}

/** What the state of an appeal means for the appellant, and what happens next and by when. */
function meaningOf(appeal: OwnAppealRow): string {
  const { state, dueAt, issuerUntil, reviewSince, outcome, endedAt, endedBy, lift } = appeal
  const day = longDay(dueAt)
  const ended = endedAt === null ? '' : longDay(endedAt)
  if (state === 'withdrawn') return t('You withdrew it on {day}.', { day: ended })
  if (state === 'closed') return t('The action was revoked on {day}, so the appeal is closed.', { day: ended })
  if (state === 'decided' && outcome === 'revoked' && lift !== null) return banText(endedBy, ended)
  if (state === 'decided') return outcomeText(outcome, endedBy, ended)
  if (appeal.deciding === 'nobody') return t('We have your appeal.')
  if (new Date(dueAt) < new Date())
    return t('You were promised an answer by {day}. It is late, and staff see that.', { day })
  if (state === 'with_issuer' && issuerUntil !== null) {
    return t('The person who gave the action can give a statement until {moment}. You get an answer by {day}.', {
      moment: longMoment(issuerUntil),
      day,
    })
  }
  if (state === 'in_review' && reviewSince !== null) {
    return t('Your appeal has been in review since {since}. You get an answer by {day}.', {
      since: longDay(reviewSince),
      day,
    })
  }
  if (state === 'in_review') return t('Your appeal is being looked at. You get an answer by {day}.', { day })
  return t('We have your appeal. You get an answer by {day}.', { day })
}

/** For a ban that staff must lift in the game. The text must not claim that the ban no longer counts. */
const banText = (endedBy: OwnAppealRow['endedBy'], day: string) =>
  endedBy === 'issuer'
    ? t('The person who gave the ban took it back on {day}.', { day })
    : t('The ban was taken back on {day}.', { day })

function outcomeText(outcome: OwnAppealRow['outcome'], endedBy: OwnAppealRow['endedBy'], day: string): string {
  const isByIssuer = endedBy === 'issuer'
  switch (outcome) {
    case 'revoked':
      return isByIssuer
        ? t('The person who gave the action took it back on {day}. It no longer counts.', { day })
        : t('The action was taken back on {day}. It no longer counts.', { day })
    case 'reduced':
      return t('The action was reduced on {day}.', { day })
    case 'inadmissible':
      return t('We did not look at this appeal; the answer of {day} says why. The action stays as it is.', { day })
    default:
      return t('The decision of {day}: the action stays as it is.', { day })
  }
}

/** When the action can be appealed again after this appeal is withdrawn, and how many appeals are left. */
function WhatCounts({ appeal }: { appeal: OwnAppealRow }) {
  const { data } = useOwnAppeals()
  const promise = useAppealPromise().data
  if (data === undefined || promise === undefined) return null
  const now = new Date()
  const ofAction = data.data.filter(({ family, action }) => family === appeal.family && action === appeal.action)
  const from = againFrom(ofAction, promise, now)
  const left = leftThisYear(ofAction, promise, now)
  return (
    <p className="mt-2">
      {from !== null && t('You can appeal this action again from {day}.', { day: longDay(from.toISOString()) })}{' '}
      {t(
        {
          one: 'The withdrawn appeal counts: you have one more for this action this year.',
          other: 'The withdrawn appeal counts: you have {count} more for this action this year.',
        },
        { count: left },
      )}
    </p>
  )
}

function WithdrawDialog({ appeal, onClose }: { appeal: OwnAppealRow; onClose(): void }) {
  const withdrawing = useWithdraw(appeal.id)
  const withdraw = () =>
    withdrawing.mutate(appeal.version, {
      onSuccess: () => {
        onClose()
        toast(t('Your appeal was withdrawn.'))
      },
    })
  return (
    <Dialog
      role="alertdialog"
      title={t('Withdraw the appeal?')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button look="danger" isPending={withdrawing.isPending} onClick={withdraw}>
            {t('Withdraw')}
          </Button>
        </>
      }
    >
      {withdrawing.isError && (
        <div className="mb-3">
          <ErrorNote message={withdrawing.error.message} />
        </div>
      )}
      <p>{t('Nobody will look at it, and the action stays as it is. This cannot be undone.')}</p>
      {appeal.issuerReduction === null ? (
        <WhatCounts appeal={appeal} />
      ) : (
        <p className="mt-2">
          {t('It does not count as one of your appeals: you can appeal what is left of the action at once.')}
        </p>
      )}
    </Dialog>
  )
}
