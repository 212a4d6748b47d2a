import type { RIGHTS } from '#features/auth/rules.ts'
import { msg, type PlainMessage } from '#lib/messages.ts'

/** What the four rights are called on pages. */
export const RIGHT_NAMES: Record<(typeof RIGHTS)[number], PlainMessage> = {
  owner: msg('Owner'),
  management: msg('Management'),
  staff: msg('Staff'),
  es: msg('ES'),
}
