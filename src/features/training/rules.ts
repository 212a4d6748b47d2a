import { compareText } from '#lib/compare.ts'
import { msg } from '#lib/messages.ts'
import { type Sentence, withValues } from '#lib/sentence.ts'
import type { TrainingQueueEntry } from './contract.ts'

/** A person, as other features describe them to this one. */
export interface Person {
  id: string
  name: string
}

/** A staff member, who may be a mentor unless they are away. */
export interface Colleague extends Person {
  isAway: boolean
}

export interface SavedMentor {
  traineeId: string
  mentorId: string | null
  version: number
}

/** The queue in the order of the trainees. A mentor who is not on the staff counts as none. */
export function queueOf(
  trainees: readonly Person[],
  staff: readonly Person[],
  mentors: readonly SavedMentor[],
): TrainingQueueEntry[] {
  const names = new Map(staff.map(({ id, name }) => [id, name]))
  const saved = new Map(mentors.map((mentor) => [mentor.traineeId, mentor]))
  return trainees.map(({ id, name }) => {
    const { mentorId = null, version = 0 } = saved.get(id) ?? {}
    const mentorName = mentorId === null ? undefined : names.get(mentorId)
    return {
      traineeId: id,
      traineeName: name,
      mentorId: mentorName === undefined ? null : mentorId,
      mentorName: mentorName ?? null,
      version,
    }
  })
}

/** Why a person cannot mentor a trainee. Null if they can. */
export function mentorProblem(
  mentorId: string,
  trainees: readonly Person[],
  staff: readonly Colleague[],
): Sentence | null {
  if (trainees.some(({ id }) => id === mentorId)) return msg('A trial moderator in training cannot be a mentor.')
  const mentor = staff.find(({ id }) => id === mentorId)
  if (mentor === undefined) return msg('Nobody on the Staff Roster has this Discord ID.')
  return mentor.isAway ? withValues('{name} is away. Choose somebody who is here.', { name: mentor.name }) : null
}

/** How many trainees each mentor has, the busiest mentor first. */
export function mentorLoads(entries: readonly TrainingQueueEntry[]): (Person & { load: number })[] {
  const loads = new Map<string, Person & { load: number }>()
  for (const { mentorId, mentorName } of entries) {
    if (mentorId === null || mentorName === null) continue
    loads.set(mentorId, { id: mentorId, name: mentorName, load: (loads.get(mentorId)?.load ?? 0) + 1 })
  }
  return [...loads.values()].sort((a, b) => b.load - a.load || compareText(a.name, b.name))
}
