import { formatMoment } from '#lib/dates.ts'
import { Chip } from '#ui/chip.tsx'
import type { RoleGrant } from '../contract.ts'

/** Whether the Discord role was given, or what it waits for. */
export function RoleState({ role }: { role: RoleGrant | null }) {
  if (role === null) return null
  if (role.givenAt !== null) {
    return (
      <span title={formatMoment(role.givenAt)}>
        <Chip tone="ok">Role given</Chip>
      </span>
    )
  }
  return (
    <div className="min-w-0 py-1">
      <Chip tone="warn">Waiting for Discord</Chip>
      {role.error !== null && (
        <p className="mt-1 max-w-[44ch] whitespace-normal text-paper-dim text-xs leading-snug">
          {sentence(role.error)} Tried {role.attempts === 1 ? 'once' : `${role.attempts} times`}
          {role.nextAttemptAt !== null && `, again ${timeOf(role.nextAttemptAt)}`}.
        </p>
      )}
    </div>
  )
}

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })
const timeOf = (moment: string) => `at ${TIME.format(new Date(moment))}`
const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
