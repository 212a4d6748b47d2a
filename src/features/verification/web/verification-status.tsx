import BadgeCheck from 'lucide-react/icons/badge-check'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import { formatMoment } from '#lib/dates.ts'
import { msg, t } from '#lib/messages.ts'
import type { OwnVerification } from '../contract.ts'
import { OTHER_GROUP, type Status } from '../rules.ts'
import { useOwnVerification } from './use-own-verification.ts'
import { useGroupLabel } from './use-verification-groups.ts'

/** The steps of this person's verification so far, with their times. Empty if none was started. */
export function OwnVerificationStatus() {
  const { data, isError } = useOwnVerification()
  const labelOf = useGroupLabel()
  if (isError && data === undefined) {
    return (
      <p className="mt-4 text-sm text-warn">
        {t('Your verification status could not be loaded. Your verification is not lost.')}
      </p>
    )
  }
  const own = data?.item
  if (!own) return null
  const group = own.group === null || own.group === OTHER_GROUP ? null : labelOf(own.group)
  const { title, words, tone } = STATUS_TEXTS[own.status]({ ...own, group })
  return (
    <section
      aria-labelledby="verification-status"
      className="mt-4 animate-fade rounded-md border border-haze bg-night/60 px-4 py-3"
    >
      <div role="status">
        <h3 id="verification-status" className={`flex items-center gap-2.5 text-lg ${tone}`}>
          {ICONS[own.status]}
          {title}
        </h3>
        <p className="mt-1 text-paper-dim text-sm leading-relaxed">{words}</p>
      </div>
      {own.status === 'rejected' && own.reason !== null && (
        <p className="mt-2 whitespace-pre-line text-paper text-sm">{t('Reason: {reason}', { reason: own.reason })}</p>
      )}
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {stepsOf(own).map(({ label, at }) => (
          <div key={label} className="contents">
            <dt className="text-paper-faint">{label}</dt>
            <dd className="text-paper-dim tabular-nums">
              <time dateTime={at}>{formatMoment(at)}</time>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface StatusText {
  title: string
  words: string
  tone: string
}

const STATUS_TEXTS: Record<Status, (own: OwnVerification) => StatusText> = {
  started: () => ({
    title: t('Started'),
    words: t('Continue in the window of our third-party handler. This page updates by itself.'),
    tone: 'text-paper',
  }),
  pending: () => ({
    title: t('Pending'),
    words: t(
      'The handler has not confirmed you yet. People check the documents, which can take hours, and you may get a pending email meanwhile. If you have not sent anything, press Verify again.',
    ),
    tone: 'text-amber',
  }),
  verified: ({ group }) => ({
    title: t('Verified'),
    words:
      group === null
        ? t('The handler has confirmed you. Allow 24–48 hours for final manual approval by ownership.')
        : t('The handler has confirmed you ({group}). Allow 24–48 hours for final manual approval by ownership.', {
            group,
          }),
    tone: 'text-lagoon',
  }),
  approved: ({ group, role }) => ({
    title: t('Approved'),
    words: [
      group === null ? t('Ownership has approved you.') : t('Ownership has approved you ({group}).', { group }),
      ...(role === null ? [] : [t(ROLE_WORDS[role])]),
    ].join(' '),
    tone: 'text-ok',
  }),
  rejected: () => ({
    title: t('Rejected'),
    words: t('Ownership has not approved this verification. You can ask why in our Discord.'),
    tone: 'text-danger',
  }),
  expired: () => ({
    title: t('Expired'),
    words: t('The handler did not answer in time. Press Verify to start again. If its answer still comes, it counts.'),
    tone: 'text-paper-dim',
  }),
}

const ROLE_WORDS = {
  given: msg('You have your Discord role.'),
  waiting: msg('You get your Discord role as soon as Discord is available.'),
}

const wait = <Hourglass aria-hidden="true" className="size-5 shrink-0" />
const yes = <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
const no = <CircleX aria-hidden="true" className="size-5 shrink-0" />
const ICONS: Record<Status, ReactNode> = {
  started: wait,
  pending: wait,
  verified: yes,
  approved: yes,
  rejected: no,
  expired: no,
}

/** The steps that were completed, in order. */
function stepsOf({ status, startedAt, pendingAt, verifiedAt, decidedAt, expiredAt }: OwnVerification) {
  const steps: [string, string | null][] = [
    [t('Started'), startedAt],
    [t('Pending'), pendingAt],
    [t('Expired'), expiredAt],
    [t('Verified'), verifiedAt],
    [status === 'approved' ? t('Approved') : t('Rejected'), decidedAt],
  ]
  return steps
    .flatMap(([label, at]) => (at === null ? [] : [{ label, at }]))
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
