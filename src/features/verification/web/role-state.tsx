import { formatMoment, formatSeconds } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import type { RoleGrant } from '../contract.ts'

/** Whether the Discord role was given, or what it waits for. */
export function RoleState({ role }: { role: RoleGrant | null }) {
  if (role === null) return null
  if (role.givenAt !== null) {
    return (
      <span title={formatMoment(role.givenAt)}>
        <Chip tone="ok">{t('Role given')}</Chip>
      </span>
    )
  }
  return (
    <div className="min-w-0 py-1">
      <Chip tone="warn">{t('Waiting for Discord')}</Chip>
      {role.error !== null && (
        <p className="mt-1 max-w-[44ch] whitespace-normal text-paper-dim text-xs leading-snug">
          {triedText(role.error, role)}
        </p>
      )}
    </div>
  )
}

function triedText(why: string, { attempts: count, nextAttemptAt }: RoleGrant): string {
  const error = sentence(why)
  if (nextAttemptAt === null) {
    return t({ one: '{error} Tried once.', other: '{error} Tried {count} times.' }, { count, error })
  }
  return t(
    { one: '{error} Tried once, again at {time}.', other: '{error} Tried {count} times, again at {time}.' },
    { count, error, time: formatSeconds(nextAttemptAt) },
  )
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
