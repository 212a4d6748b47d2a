import { type ReactNode, useEffect, useState } from 'react'
import { PersonLink } from '#features/auth/web/person-link.tsx'
import { formatMoment } from '#lib/dates.ts'
import { KEPT_FROM_YOU } from '#lib/kept-from-you.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { CopyText } from '#ui/copy-text.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { announce, toast } from '#ui/live-region.tsx'
import { RowSteps, rowStepKeys } from '#ui/row-steps.tsx'
import { SideBySide } from '#ui/side-by-side.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useRowFollows } from '#web/list-behind.ts'
import { rich } from '#web/rich.tsx'
import { useCopied } from '#web/use-copied.ts'
import type { FoundAction } from '../contract.ts'
import { ACTION_FIELDS, OUTCOME_LABELS, stepsOf } from '../rules.ts'
import type { OpenedAction } from './actions-view.tsx'
import { useAction } from './queries.ts'
import { factText, ReviseForm } from './revise-form.tsx'
import { RevokeForm } from './revoke-form.tsx'
import { TypeChip } from './type-chip.tsx'
import { type ActionRow, useFamily } from './use-family.ts'

/** Spec, section 2: the modal 'DA Details — <user>', with its revisions and what this person may do with it. */
export function ActionDetails({ id, listed, neighbours: { previous, next }, onShow, onClose }: OpenedAction) {
  const [doing, setDoing] = useState<{ what: 'revise' | 'revoke'; id: number } | null>(null)
  const query = useAction(id)
  const entry = query.data?.item ?? listed
  const title = useFamily()
    .words()
    .details(entry?.user_name ?? null)
  const back = () => setDoing(null)
  useRowFollows(String(id))
  useEffect(() => announce(`${title} #${id}`), [title, id])

  if (doing?.id === id && query.data) {
    const Form = doing.what === 'revise' ? ReviseForm : RevokeForm
    return <Form entry={query.data.item} onDone={back} onClose={back} />
  }
  const steps = {
    onPrevious: previous === undefined ? undefined : () => onShow(previous),
    onNext: next === undefined ? undefined : () => onShow(next),
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of what is in the dialog
    <div onKeyDown={rowStepKeys(steps)} className="contents">
      <Dialog
        title={title}
        width="wide"
        onClose={onClose}
        steps={<RowSteps {...steps} />}
        actions={
          <>
            {query.data?.may_revoke && (
              <Button look="danger" className="mr-auto" onClick={() => setDoing({ what: 'revoke', id })}>
                {t('Revoke')}
              </Button>
            )}
            {query.data?.may_revise && <Button onClick={() => setDoing({ what: 'revise', id })}>{t('Revise')}</Button>}
            <Button onClick={onClose}>{t('Close')}</Button>
          </>
        }
      >
        <div key={id}>
          {entry !== undefined && <Facts entry={entry} />}
          {entry === undefined && query.isPending && <Skeleton label={t('Loading the action…')} rows={6} columns={2} />}
          {query.isError && (
            <div className="mt-4">
              <ErrorNote message={query.error.message || t('Failed to load')} onRetry={() => void query.refetch()} />
            </div>
          )}
          {query.data && query.data.revisions.length > 0 && <Revisions found={query.data} />}
        </div>
      </Dialog>
    </div>
  )
}

function Facts({ entry }: { entry: ActionRow }) {
  const { revoked } = entry
  return (
    <>
      {revoked !== null && (
        <div className="mb-4 rounded-md border border-haze bg-haze/40 px-4 py-3 text-sm">
          <p className="font-bold font-sign text-paper">
            {t('Revoked: {outcome}', { outcome: t(OUTCOME_LABELS[revoked.outcome]) })}
          </p>
          <p className="text-paper-faint">
            {t('by {name}, {moment}', { name: revoked.by_name, moment: formatMoment(revoked.at) })}
          </p>
          <p className="mt-1 whitespace-pre-wrap break-words">{revoked.why ?? t(KEPT_FROM_YOU)}</p>
        </div>
      )}
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Fact label={t('Number')}>
          <span className="mr-2">#{entry.id}</span>
          <CopyLink id={entry.id} />
        </Fact>
        <Fact label={t('Date')}>{formatMoment(entry.date)}</Fact>
        <Fact label={t('Admin')} id={/^\d/.test(entry.admin) ? entry.admin : undefined}>
          {/^\d/.test(entry.admin) ? (
            <PersonLink id={entry.admin} name={entry.admin_name}>
              {entry.admin_name}
            </PersonLink>
          ) : (
            entry.admin_name
          )}
        </Fact>
        <Fact label={t('User')} id={entry.user}>
          <PersonLink id={entry.user} name={entry.user_name}>
            {entry.user_name}
          </PersonLink>
        </Fact>
        <Fact label={t('Type')}>
          <TypeChip type={entry.type} revoked={revoked} />
        </Fact>
        {entry.is_from_game && <Fact label={t('Source')}>{t('The game server')}</Fact>}
      </dl>
      <Reason
        label={t('Internal Reason')}
        copyLabel={t('Copy internal reason')}
        text={entry.internal_reason}
        otherwise={t(KEPT_FROM_YOU)}
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

/** For a message to somebody else: the address of the action, without the filters of the page. */
function CopyLink({ id }: { id: number }) {
  const { copiedKey, copy } = useCopied()
  const { origin, pathname } = window.location
  const link = `${origin}${pathname}?entry=${id}`
  return (
    <CopyText
      label={t('Copy link')}
      isCopied={copiedKey === link}
      onCopy={() => {
        copy(link).catch(() => toast(t('The browser did not allow copying.'), 'danger'))
      }}
    >
      <span className="text-lagoon">{t('Copy link')}</span>
    </CopyText>
  )
}

function Fact({ label, id, children }: { label: string; id?: string; children: ReactNode }) {
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

interface ReasonProps {
  label: string
  copyLabel: string
  text: string | null
  otherwise: string
}

function Reason({ label, copyLabel, text, otherwise }: ReasonProps) {
  const { copiedKey, copy } = useCopied()
  return (
    <section aria-label={label} className="mt-4">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-paper-dim text-sm">{label}</h3>
        {text !== null && (
          <CopyText
            label={copyLabel}
            isCopied={copiedKey === text}
            onCopy={() => {
              copy(text).catch(() => toast(t('The browser did not allow copying.'), 'danger'))
            }}
          >
            <span className="text-lagoon text-sm">{t('Copy')}</span>
          </CopyText>
        )}
      </div>
      <p className="mt-1.5 whitespace-pre-wrap break-words rounded-sm border border-haze bg-night/50 px-3 py-2 text-paper text-sm">
        {text ?? <span className="text-paper-faint">{otherwise}</span>}
      </p>
    </section>
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
        {steps.map(({ version, at, by_name, why, was, became }) => (
          <li key={version}>
            <p className="text-paper text-sm">
              {rich('Revised by {name}, {moment}', {
                name: by_name,
                moment: <time dateTime={at}>{formatMoment(at)}</time>,
              })}
            </p>
            <p className="whitespace-pre-wrap break-words text-sm">{why ?? t(KEPT_FROM_YOU)}</p>
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
