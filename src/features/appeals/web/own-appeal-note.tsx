import { longMoment } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#web/router.tsx'
import type { Appealable } from '../contract.ts'
import { type Family, MAX_OPEN } from '../rules.ts'
import { titleOf } from './appealed-action.tsx'
import { useOwnAppeals } from './queries.ts'
import { standText } from './state-chip.tsx'

/**
 * A note at an action against the viewer: a link to appeal it, the state of its appeal, or why and until when it cannot
 * be appealed.
 */
export function OwnAppealNote({ family, action }: { family: Family; action: number }) {
  const { data, isError } = useOwnAppeals()
  if (isError && data === undefined) {
    return (
      <Link to={OWN_APPEALS} className="inline-link mt-2 inline-block text-sm">
        {t('Your appeals')}
      </Link>
    )
  }
  const found = data?.actions.find((each) => each.family === family && each.action === action)
  if (found === undefined) return null
  const { limit } = found
  const appeal = data?.data.find(({ id }) => id === found.appeal)
  const words = limit && limitText(limit)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {limit === null && (
        <p className="basis-full text-paper-dim">
          {t('If you think that this is wrong, you can appeal it. There is no deadline for that.')}
        </p>
      )}
      {limit === null && (
        <ButtonLink to={appealHref({ family, action })} size="sm" aria-label={appealLabel(found.today)}>
          {t('Appeal // verb')}
        </ButtonLink>
      )}
      {appeal !== undefined && (
        <Link to={`${OWN_APPEALS}#appeal-${appeal.id}`} className="inline-link">
          {t('Your appeal: {state}', { state: standText(appeal) })}
        </Link>
      )}
      {words !== null && <p className="text-paper-dim">{words}</p>}
    </div>
  )
}

/** The page on which the viewer sees and writes their own appeals. */
const OWN_APPEALS = '/me/appeals'

export const appealHref = (at: { family: Family; action: number }) => `${OWN_APPEALS}?action=${actionKey(at)}`

/** The accessible name of the appeal link, because a page may have several such links. */
export const appealLabel = (today: Appealable['today']) => `${t('Appeal // verb')}: ${titleOf(today)}`

/** Identifies an action of either family in an address. */
export const actionKey = ({ family, action }: { family: Family; action: number }) => `${family}-${action}`

/** Why an action cannot be appealed now, and when it can be. Null when another text says so. */
export function limitText({ why, words, from }: NonNullable<Appealable['limit']>): string | null {
  const moment = from === null ? '' : longMoment(from)
  switch (why) {
    case 'never':
      return t('This cannot be appealed: {why}', { why: words ?? '' })
    case 'too_early':
      return t('You can appeal this from {moment}.', { moment })
    case 'spacing':
      return t('You can appeal this again from {moment}.', { moment })
    case 'most':
      return t('You have reached the limit of appeals in one year. You can appeal again from {moment}.', { moment })
    case 'open_appeals':
      return t('You have {most} open appeals. You can appeal again when one of them is closed.', { most: MAX_OPEN })
    default:
      return null
  }
}
