/*
 * Point thresholds: the community's file says what it suggests when a person has a number of active points, to whom it
 * suggests this, and by when they should decide. Surprising: a reached threshold is not stored. It is computed from the
 * actions on each request, so it disappears as soon as points are revoked, reduced or over. Only decisions are stored.
 * A decision holds for as long as the points stay that high: a person who falls below the threshold and reaches it
 * again waits for a new decision. Nobody reads or decides a threshold about themselves.
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
  /** Null when the points never end by themselves. */
  until: z.nullable(At),
})

/**
 * A person who has reached a threshold that is addressed to the caller. Of several thresholds, this is the highest one
 * that waits, otherwise the highest.
 */
export const ReachedThreshold = z.object({
  /** The family whose actions give the points: actions against staff, or actions against players. */
  family: z.enum(FAMILIES),
  user: z.string(),
  user_name: z.string(),
  /** The points that count now. `until`: when some of them stop counting; null when they never do. */
  points: z.int(),
  until: z.nullable(At),
  threshold: z.object({ points: z.int(), suggestion: z.string() }),
  /** The time since which the person has had at least this many points without interruption. */
  since: At,
  due_at: At,
  is_overdue: z.boolean(),
  /** The actions that give the points, the newest first. */
  actions: z.array(PointedAction),
  /**
   * Null while the threshold waits. `action`: the action that was logged with the decision; `why` is null when there is
   * one.
   */
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
    'Lists the people who have reached a point threshold addressed to the caller, with the actions that give the points. Open decisions come first, ordered by due date. The caller is never listed.',
  reply: z.object({ data: z.array(ReachedThreshold) }),
})

export const ThresholdDecision = z.strictObject({
  family: z.enum(FAMILIES),
  /** The number of points of the threshold. */
  points: z.int().check(z.positive()),
  why: lines(1000),
})

export const decideThreshold = endpoint({
  method: 'POST',
  path: `${path}/{user}`,
  access: 'staff',
  summary:
    'Decides, without an action, on a person who has reached a threshold addressed to the caller. The decision holds for as long as the points stay that high. Returns 403 if the person is the caller, and 409 if no decision is open.',
  params: z.object({ user: Who }),
  body: ThresholdDecision,
  reply: z.object({ ok: z.literal(true) }),
})

export const endpoints = [listThresholds, decideThreshold]

export const NOTHING_WAITS = msg('Nothing waits here any more: somebody decided, or the points are fewer now.')
