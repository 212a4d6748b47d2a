import * as z from 'zod/mini'
import { isDay } from './dates.ts'
import { msg } from './messages.ts'

/** An optional value of the query string. A blank value counts as left out. */
export const optional = <S extends z.ZodMiniType<unknown, string>>(schema: S) =>
  z.pipe(
    z.optional(z.string(msg('Send this once.'))),
    z.pipe(
      z.transform((value: string | undefined) => value?.trim() || undefined),
      z.optional(schema),
    ),
  )

/** A whole number in the query string. `otherwise` is the value when it is left out. */
export const whole = <O extends number | undefined>(min: number, max: number, otherwise: O, problem: string) =>
  z.pipe(
    optional(
      z.string().check(
        z.regex(/^-?\d{1,8}$/, problem),
        z.refine((value) => Number(value) >= min && Number(value) <= max, problem),
      ),
    ),
    z.transform((value) => (value === undefined ? otherwise : Number(value))),
  )

/** A day in the viewer's calendar, as `YYYY-MM-DD`. */
export const Day = z.string().check(z.refine(isDay, msg('There is no such day. Write it as 2026-03-14.')))

const OFFSET_PROBLEM = msg('An offset from UTC is up to 840 minutes.')

/**
 * UTC minus the viewer's time in minutes, as `getTimezoneOffset` returns it. Without it, days are in the community's
 * time.
 */
export const TimeZone = whole(-840, 840, undefined, OFFSET_PROBLEM)

/** The viewer's offset at the end of a range of days. Defaults to the offset at its start. */
export const EndTimeZone = whole(-840, 840, undefined, OFFSET_PROBLEM)
