import type { ReactNode } from 'react'
import { PersonLink } from '#features/auth/web/person-link.tsx'
import { formatMoment } from '#lib/dates.ts'
import type { Delivery } from '#lib/inbox.ts'
import { longMoment } from '#lib/long-dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { REDACTED_TEXT } from '#lib/redaction.ts'
import { CopyText } from '#ui/copy-text.tsx'
import { toastCopyRefused } from '#ui/live-region.tsx'
import { useCopied } from '#web/use-copied.ts'
import type { DaEntry, DaRevision } from '../contract.ts'
import { accountOf } from '../player-rules.ts'
import { changedSinceApproval } from '../revision-rules.ts'
import { isConfirmedInGame, OUTCOME_LABELS } from '../rules.ts'
import { TypeChip } from './type-chip.tsx'
import { useFamily } from './use-family.ts'

/** How a person who has not confirmed reading an action was told of it. */
const DELIVERY_TEXTS: Record<Delivery, PlainMessage> = {
  'never-here': msg('They have never signed in here, so the site could not tell them yet.'),
  seen: msg('They marked it as read in their inbox.'),
  'in-summary': msg('It comes with their next daily summary in Discord.'),
  'on-site': msg('They see it when they open the site.'),
  sent: msg('A message in Discord was sent to them.'),
  closed: msg('Discord refused the message: their settings do not allow it.'),
  'no-server': msg('Discord refused the message: they share no server with our bot.'),
  refused: msg('Discord refused the message.'),
  stopped: msg('No message in Discord: it refused three in a row, so the site stopped writing to them.'),
  uncertain: msg('The message in Discord may not have arrived.'),
  late: msg('No message in Discord: it could not be sent for three days.'),
  off: msg('No message in Discord: this site sends none. They see it when they open the site.'),
}

interface WaitingProps {
  entry: DaEntry
  /** True when the action waits for approval and nobody may approve it. */
  isStuck: boolean
}

/** The content of an action: its revocation, its facts and the reasons. */
export function ActionFacts({
  entry,
  isStuck,
  revisions,
  delivery,
  children,
}: WaitingProps & { revisions: readonly DaRevision[]; delivery: Delivery | null; children?: ReactNode }) {
  const { user } = useFamily().words()
  const { revoked } = entry
  return (
    <>
      {revoked !== null && <Revocation {...revoked} />}
      {revoked === null && <WaitingNote entry={entry} isStuck={isStuck} />}
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Fact label={t('Number')}>
          <span className="mr-2">#{entry.id}</span>
          <CopyLink id={entry.id} />
        </Fact>
        <Fact label={t('Date')}>{formatMoment(entry.date)}</Fact>
        <PersonFact label={t('Admin')} id={entry.admin} name={entry.admin_name} />
        <PersonFact label={user} id={entry.user} name={entry.user_name} />
        <Fact label={t('Type')}>
          <TypeChip type={entry.type} revoked={revoked} />
        </Fact>
        {entry.ends_at !== null && (
          <Fact label={t('Ends')}>
            <time dateTime={entry.ends_at}>{formatMoment(entry.ends_at)}</time>
            {Date.parse(entry.ends_at) <= Date.now() && (
              <span className="ml-2 text-paper-faint text-xs">{t('over // ban')}</span>
            )}
          </Fact>
        )}
        {entry.points > 0 && (
          <Fact label={t('Points')}>
            {entry.points}
            {entry.points_end_at !== null && (
              <span className="ml-2 text-paper-faint text-xs">
                {t('until {moment} // points', { moment: formatMoment(entry.points_end_at) })}
              </span>
            )}
          </Fact>
        )}
        {entry.external_reason !== null && (entry.acknowledged_at !== null || revoked === null) && (
          <Fact label={t('Read // an action')}>
            {entry.acknowledged_at === null
              ? t('Not yet // read')
              : isConfirmedInGame(entry)
                ? t('Confirmed in the game')
                : formatMoment(entry.acknowledged_at)}
            {delivery !== null && <span className="block text-paper-faint text-xs">{t(DELIVERY_TEXTS[delivery])}</span>}
          </Fact>
        )}
        <ApprovalFact entry={entry} revisions={revisions} />
        {children}
      </dl>
      <Reasons entry={entry} />
    </>
  )
}

function Revocation({ outcome, by_name, at, why }: NonNullable<DaEntry['revoked']>) {
  return (
    <div className="mb-4 rounded-md border border-haze bg-haze/40 px-4 py-3 text-sm">
      <p className="font-bold font-sign text-paper">
        {t('Revoked: {outcome}', { outcome: t(OUTCOME_LABELS[outcome]) })}
      </p>
      <p className="text-paper-faint">{t('by {name}, {moment}', { name: by_name, moment: formatMoment(at) })}</p>
      <p className="mt-1 whitespace-pre-wrap break-words">{why ?? t(REDACTED_TEXT)}</p>
    </div>
  )
}

/** What to do when nobody may approve an action that waits. */
export const NO_APPROVER = msg(
  'Nobody else can approve it now. An owner must give one more person a role that may approve actions, and that person must sign in here once.',
)

/** Says that a second person must approve the action, and whether it is in force meanwhile. */
export function WaitingNote({ entry: { approval }, isStuck }: WaitingProps) {
  if (approval?.state !== 'waiting') return null
  const { due_at } = approval
  const moment = due_at === null ? '' : longMoment(due_at)
  return (
    <div className="mb-4 rounded-md border border-amber/35 bg-amber/10 px-4 py-3 text-sm">
      <p className="font-bold font-sign text-amber">{t('Waits for approval')}</p>
      <p className="text-paper">
        {due_at === null
          ? t(
              'It is not in force until a second person approves it. That person must not have given, imported or revised it.',
            )
          : Date.parse(due_at) > Date.now()
            ? t(
                'It is in force. A second person, who did not give, import or revise it, must approve it by {moment}.',
                { moment },
              )
            : t(
                'It is in force, and the approval is overdue: a second person, who did not give, import or revise it, had to approve it by {moment}.',
                { moment },
              )}
      </p>
      {isStuck && <p className="mt-2 text-paper">{t(NO_APPROVER)}</p>}
    </div>
  )
}

/** Whether an action waits for approval, or who approved or rejected it and when. Empty when it needs no approval. */
export function approvalText({ approval }: Pick<DaEntry, 'approval'>): string {
  if (approval === null) return ''
  if (approval.at === null || approval.by_name === null) return t('Waits for approval')
  const decided = { name: approval.by_name, moment: formatMoment(approval.at) }
  return approval.state === 'approved'
    ? t('Approved by {name}, {moment}', decided)
    : t('Rejected by {name}, {moment}', decided)
}

/** Who approved or rejected the action, when and why, and whether it was changed since. */
function ApprovalFact({ entry, revisions }: { entry: DaEntry; revisions: readonly DaRevision[] }) {
  const { approval, revoked } = entry
  if (approval === null || approval.at === null || approval.by_name === null) return null
  const changed = changedSinceApproval(entry, revisions)
  return (
    <Fact label={t('Approval')}>
      {approvalText(entry)}
      {approval.why !== null && approval.why !== revoked?.why && (
        <span className="block whitespace-pre-wrap break-words text-paper-dim">{approval.why}</span>
      )}
      {changed && (
        <span className="block text-warn">
          {t('It was changed after that, by {name}, {moment}.', {
            name: changed.by_name,
            moment: formatMoment(changed.at),
          })}
        </span>
      )}
    </Fact>
  )
}

/** A text from a program, which a press copies. */
export function CopiedText({ label, text, shown = text }: { label: string; text: string; shown?: string }) {
  const { copiedKey, copy } = useCopied()
  return (
    <CopyText
      label={label}
      isCopied={copiedKey === text}
      onCopy={() => {
        copy(text).catch(toastCopyRefused)
      }}
    >
      <span className="wrap-anywhere text-lagoon">{shown}</span>
    </CopyText>
  )
}

/** Copies a link for a message to other people: the address of the action without the filters of the page. */
function CopyLink({ id }: { id: number }) {
  const { origin, pathname } = window.location
  return <CopiedText label={t('Copy link')} text={`${origin}${pathname}?entry=${id}`} shown={t('Copy link')} />
}

/** A person by name. When they have an account here, a press opens their panel. */
function PersonFact({ label, id, name }: { label: string; id: string; name: string }) {
  const account = accountOf(id)
  return (
    <Fact label={label} id={account ?? undefined}>
      {account === null ? (
        name
      ) : (
        <PersonLink id={account} name={name}>
          {name}
        </PersonLink>
      )}
    </Fact>
  )
}

/** One of the facts, with the id of the person whom it names. */
export function Fact({ label, id, children }: { label: string; id?: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-paper-faint">{label}</dt>
      <dd className="min-w-0 break-words text-paper">
        {children}
        {id !== undefined && (
          <span className="ml-2 inline-block text-paper-faint text-xs tabular-nums max-sm:ml-0 max-sm:block">{id}</span>
        )}
      </dd>
    </>
  )
}

/** What was written about an action: for staff, and for the person. */
export function Reasons({ entry }: { entry: DaEntry }) {
  return (
    <>
      <Reason
        label={t('Internal Reason')}
        copyLabel={t('Copy internal reason')}
        text={entry.internal_reason}
        otherwise={t(REDACTED_TEXT)}
      />
      <Reason
        label={t('External Reason')}
        copyLabel={t('Copy external reason')}
        text={entry.external_reason}
        otherwise={t('None was given.')}
      />
    </>
  )
}

interface ReasonProps {
  label: string
  copyLabel: string
  text: string | null
  otherwise: string
}

function Reason({ label, copyLabel, text, otherwise }: ReasonProps) {
  return (
    <section aria-label={label} className="mt-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-paper-dim text-sm">{label}</h3>
        {text !== null && (
          <span className="text-sm">
            <CopiedText label={copyLabel} text={text} shown={t('Copy')} />
          </span>
        )}
      </div>
      <p className="mt-1.5 whitespace-pre-wrap break-words rounded-sm border border-haze bg-night/50 px-3 py-2 text-paper text-sm">
        {text ?? <span className="text-paper-faint">{otherwise}</span>}
      </p>
    </section>
  )
}
