import { describe, expect, it } from 'vitest'
import { ENGLISH } from '#lib/messages.ts'
import { translateSentence } from '#lib/sentence.ts'
import { mentorLoads, mentorProblem, queueOf } from './rules.ts'

const nolan = { id: '1', name: 'Nolan Reyes' }
const tyler = { id: '2', name: 'Tyler Pineda' }
const mara = { id: '3', name: 'Mara Finch' }
const marcus = { id: '8', name: 'Marcus Delgado', isAway: false }
const wren = { id: '9', name: 'Wren Holloway' }
const saved = (traineeId: string, mentorId: string | null, version = 1) => ({ traineeId, mentorId, version })

describe('The training queue', () => {
  it('the queue contains each trainee with their mentor, in the given order', () => {
    expect(queueOf([tyler, nolan], [marcus], [saved('1', '8', 3)])).toEqual([
      { traineeId: '2', traineeName: 'Tyler Pineda', mentorId: null, mentorName: null, version: 0 },
      { traineeId: '1', traineeName: 'Nolan Reyes', mentorId: '8', mentorName: 'Marcus Delgado', version: 3 },
    ])
  })

  it('a mentor who was removed or left the staff is not shown', () => {
    const queue = queueOf([nolan, tyler], [wren], [saved('1', '8'), saved('2', null, 2)])
    expect(queue.map(({ mentorId, mentorName, version }) => [mentorId, mentorName, version])).toEqual([
      [null, null, 1],
      [null, null, 2],
    ])
  })

  it('the number of trainees of each mentor is shown, the highest first', () => {
    const queue = queueOf([nolan, tyler, mara], [marcus, wren], [saved('1', '9'), saved('2', '8'), saved('3', '9')])
    expect(mentorLoads(queue)).toEqual([
      { ...wren, load: 2 },
      { id: marcus.id, name: marcus.name, load: 1 },
    ])
    expect(mentorLoads(queueOf([nolan], [], []))).toEqual([])
  })

  it('mentors are staff who are not trainees', () => {
    expect(mentorProblem('8', [nolan], [marcus])).toBeNull()
    expect(mentorProblem('1', [nolan], [marcus])).toBe('A trial moderator in training cannot be a mentor.')
    expect(translateSentence(mentorProblem('8', [nolan], [{ ...marcus, isAway: true }]) ?? '', ENGLISH)).toBe(
      'Marcus Delgado is away. Choose somebody who is here.',
    )
    expect(mentorProblem('7', [nolan], [marcus])).toBe('Nobody on the Staff Roster has this Discord ID.')
  })
})
