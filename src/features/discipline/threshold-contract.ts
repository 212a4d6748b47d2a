/*
 * Point thresholds: the community's file says what it suggests once somebody has so many active points, to whom, and by
 * when somebody should decide. What surprises: nothing is kept of a threshold that is reached. It is computed from the
 * actions each time it is read, so it is gone as soon as points are revoked, reduced or over. Only decisions are kept, and
 * each holds for the time in which the points stay that high: the person who falls below and reaches it again is there anew.
 * Nobody reads or decides what is about themselves.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { msg } from '#lib/messages.ts'
import { lines } from '#lib/text.ts'
import { ActionType } from './contract.ts'
import { Who } from './player-contract.ts'
import { FAMILIES } from './threshold-rules.ts'

const path = '/api/staff-da/thresholds'
const At = z.iso.datetime()

/** An action whose points count now. */
const PointedAction = z.object({
  id: z.int(),
  date: At,
  type: ActionType,
  points: z.int(),
  /** Null: they never end by themselves. */
  until: z.nullable(At),
})

/** Somebody who has reached a threshold that is addressed to the caller: of several the highest that waits. */
export const ReachedThreshold = z.object({
  /** Whose actions give the points: those of the staff, or those against players. */
  family: z.enum(FAMILIES),
  user: z.string(),
  user_name: z.string(),
  /** That count now, and when some of them stop to; null: never. */
  points: z.int(),
  until: z.nullable(At),
  threshold: z.object({ points: z.int(), suggestion: z.string() }),
  /** Since when they have had so many without a gap. */
  since: At,
  due_at: At,
  is_overdue: z.boolean(),
  /** Where the points come from, the newest first. */
  actions: z.array(PointedAction),
  /** Null while it waits. `action`: the one that was logged with the decision; `why` is null with one. */
  decided: z.nullable(
    z.object({
      at: At,
      by: z.string(),
      by_name: z.string(),
      why: z.nullable(z.string()),
      action: z.nullable(z.int()),
    }),
  ),
})
export type ReachedThreshold = z.infer<typeof ReachedThreshold>

export const listThresholds = endpoint({
  method: 'GET',
  path,
  access: 'staff',
  summary:
    'Who has reached a point threshold that is addressed to you, with the actions behind the number: those who wait for a decision first, the soonest due at the top. Never yourself.',
  reply: z.object({ data: z.array(ReachedThreshold) }),
})

export const ThresholdDecision = z.strictObject({
  family: z.enum(FAMILIES),
  /** The points of the threshold. */
  points: z.int().check(z.positive()),
  why: lines(1000),
})

export const decideThreshold = endpoint({
  method: 'POST',
  path: `${path}/{user}`,
  access: 'staff',
  summary:
    'Decides on somebody else at a threshold that is addressed to you, without an action, for as long as their points stay that high. 409 when nothing waits there.',
  params: z.object({ user: Who }),
  body: ThresholdDecision,
  reply: z.object({ ok: z.literal(true) }),
})

export const endpoints = [listThresholds, decideThreshold]

export const NOTHING_WAITS = msg('Nothing waits here any more: somebody decided, or the points are fewer now.')
