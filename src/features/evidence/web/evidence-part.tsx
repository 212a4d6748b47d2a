import { useEffect, useRef, useState } from 'react'
import { useCan } from '#features/auth/web/use-can.ts'
import { formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { type Evidence, listAppealEvidence, listEvidence, listEvidenceToApprove } from '../contract.ts'
import type { Family } from '../rules.ts'
import { AddLink } from './add-link.tsx'
import { AddPicture } from './add-picture.tsx'
import { EvidenceLink, Picture } from './evidence-list.tsx'
import { useChangeEvidence, useEvidence, useRemoveEvidence, useRestoreEvidence } from './queries.ts'

interface EvidencePartProps {
  family: Family
  action: number
  /** Whether an offence of the action requires evidence. */
  isNeeded?: boolean
  /**
   * Whether the part is shown to a person who decides on approving the action. They may not be staff, and they cannot
   * add evidence.
   */
  isToApprove?: boolean
  /** Called with whether a chosen file or a typed text is not added yet. */
  onUnsaved?(isUnsaved: boolean): void
}

/**
 * The evidence of an action for staff and for people who decide on it: each item with who added it and who may see it.
 */
export function EvidencePart(part: EvidencePartProps) {
  const isStaff = useCan(listEvidence)
  const mayDecide = useCan(listAppealEvidence)
  const mayApprove = useCan(listEvidenceToApprove)
  const mayRead = part.isToApprove ? mayApprove : isStaff || mayDecide
  return mayRead ? <ReadEvidence {...part} /> : null
}

function ReadEvidence({ family, action, isNeeded = false, isToApprove = false, onUnsaved }: EvidencePartProps) {
  const { data, error, refetch } = useEvidence({ family, action }, isToApprove)
  const items = data?.data ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  const isEmpty = data !== undefined && items.length === 0
  const [hasPicture, setHasPicture] = useState(false)
  const [hasLink, setHasLink] = useState(false)
  const isUnsaved = hasPicture || hasLink
  useEffect(() => {
    onUnsaved?.(isUnsaved)
    return () => onUnsaved?.(false)
  }, [isUnsaved, onUnsaved])
  return (
    <section data-later="" aria-label={t('Evidence')} className="mt-5 border-haze border-t pt-4 text-sm">
      <h3 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-3 text-paper text-sm">
        {t('Evidence')}
        {isEmpty && isNeeded && !data.is_about_you && <Chip tone="warn">{t('Evidence is missing')}</Chip>}
      </h3>
      {data === undefined && error === null && <Skeleton label={t('Loading evidence…')} rows={1} columns={2} />}
      {error !== null && (
        <ErrorNote message={t('Failed to load the evidence.')} error={error} onRetry={() => void refetch()} />
      )}
      {isEmpty && (
        <p className="mt-1 text-paper-faint">
          {data.is_about_you
            ? t('This action is about you. You see here what staff show you.')
            : t('There is no evidence yet.')}
        </p>
      )}
      <ul className="mt-2 space-y-3">
        {items.map((item, index) => (
          <Item
            key={item.id}
            item={isToApprove ? { ...item, may_remove: false } : item}
            name={t('Picture {number}', { number: String(index + 1) })}
            onRemoved={() => heading.current?.focus()}
          />
        ))}
      </ul>
      {data?.may_add && (
        <>
          <AddPicture family={family} action={action} onChosen={setHasPicture} />
          <AddLink family={family} action={action} onTyped={setHasLink} />
        </>
      )}
    </section>
  )
}

const visibilityText = (isShown: boolean) =>
  isShown ? t('The person sees this evidence now.') : t('This evidence is internal now.')

interface ItemProps {
  item: Evidence
  name: string
  onRemoved(): void
}

function Item({ item, name, onRemoved }: ItemProps) {
  const removing = useRemoveEvidence()
  const restoring = useRestoreEvidence()
  const changing = useChangeEvidence()
  // Use `mutateAsync`: reloading the list removes this item's component, and callbacks given to `mutate` would not run.
  const remove = () =>
    removing.mutateAsync(item.id).then(
      () => {
        toastWithUndo(t('The evidence was removed.'), () => restoring.mutateAsync(item.id))
        onRemoved()
      },
      (error: Error) => toast(error.message, 'danger'),
    )
  const show = (isShown: boolean) => {
    const { id } = item
    return changing.mutateAsync({ id, isShown }).then(
      () =>
        toastWithUndo(
          visibilityText(isShown),
          () => changing.mutateAsync({ id, isShown: !isShown }),
          visibilityText(!isShown),
        ),
      (error: Error) => toast(error.message, 'danger'),
    )
  }
  return (
    <li className="flex flex-wrap items-start gap-4">
      {item.kind === 'image' ? <Picture item={item} name={name} /> : <EvidenceLink item={item} />}
      <div className="min-w-0 flex-1 basis-48 space-y-1">
        <p>
          {item.is_shown ? (
            <Chip tone="info">{t('The person sees it')}</Chip>
          ) : (
            <Chip>{t('Internal // evidence')}</Chip>
          )}
        </p>
        <p className="text-paper-faint">{t('{by}, {moment}', { by: item.by_name, moment: formatMoment(item.at) })}</p>
        {item.sha256 !== null && (
          <details>
            <summary className="inline-link w-fit cursor-pointer text-xs">{t('SHA-256')}</summary>
            <code className="wrap-anywhere text-xs">{item.sha256}</code>
          </details>
        )}
        {item.may_remove && (
          <p className="flex flex-wrap gap-2">
            <Button size="sm" isPending={changing.isPending} onClick={() => void show(!item.is_shown)}>
              {item.is_shown ? t('Make it internal') : t('Show it to the person')}
            </Button>
            <Button look="ghost" size="sm" isPending={removing.isPending} onClick={() => void remove()}>
              {t('Remove')}
            </Button>
          </p>
        )}
      </div>
    </li>
  )
}
