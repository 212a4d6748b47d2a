import * as z from 'zod/mini'
import { msg, t } from './messages.ts'

/** The problem with a Discord ID from a spreadsheet, and how to fix it. Null if the id is valid. */
export function discordIdProblem(text: string): string | null {
  const id = text.trim()
  if (/^\d{17,20}$/.test(id)) return null
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(id))
    return t('{id} was rounded by the spreadsheet. Format the column as plain text and enter the id again.', { id })
  return id === ''
    ? msg('A Discord ID is needed: 17 to 20 digits.')
    : msg('A Discord ID has 17 to 20 digits and nothing else.')
}

/** The start of the id that replaces the Discord ID of an erased person. No Discord ID begins with it. */
export const ERASED = '00'

/** Whether an id stands for an erased person. */
export const isErased = (id: string): boolean => id.startsWith(ERASED)

/** A Discord ID as people type it: a string of 17 to 20 digits, never a number. */
export const DiscordId = z.string(msg('A Discord ID is needed: 17 to 20 digits.')).check(
  z.trim(),
  z.refine((id) => discordIdProblem(id) === null, { error: ({ input }) => discordIdProblem(String(input)) ?? '' }),
)
