import { longDay } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'

interface EscalationTextProps {
  /** The time of each reminder. */
  management: string
  owners: string
}

/** When management and the owners are, or were, reminded of an unanswered appeal. */
export function EscalationText({ management, owners }: EscalationTextProps) {
  const days = { day: longDay(management), ownersDay: longDay(owners) }
  const now = new Date()
  if (now >= new Date(owners)) return t('Management was reminded on {day}, and the owners on {ownersDay}.', days)
  return now >= new Date(management)
    ? t('Management was reminded on {day}. The owners are reminded on {ownersDay}.', days)
    : t('Without an answer, management is reminded on {day}, and the owners on {ownersDay}.', days)
}
