import { longDay } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'

interface EscalationTextProps {
  /** From when on each is asked. */
  management: string
  owners: string
}

/** When management and the owners are asked about an appeal that nobody answers, or since when they have been. */
export function EscalationText({ management, owners }: EscalationTextProps) {
  const days = { day: longDay(management), ownersDay: longDay(owners) }
  const now = new Date()
  if (now >= new Date(owners)) return t('Management was asked on {day}, and the owners on {ownersDay}.', days)
  return now >= new Date(management)
    ? t('Management was asked on {day}. From {ownersDay} the owners are asked, too.', days)
    : t('If you have no answer by {day}, management is asked; from {ownersDay} the owners, too.', days)
}
