import { describe, expect, it } from 'vitest'
import type { Json } from '#features/audit/contract.ts'
import { msg } from '#lib/messages.ts'
import { inboxChangeOf, inboxOf, mergeChanges, sortByDueDate } from './rules.ts'

const ANA = '310000000000000101'
const BEN = '310000000000000102'
const BOSS = '310000000000000204'

const row = (kind: string, personId = ANA) => ({ personId, kind, about: 'things/7' })
/** A feature whose messages have the target of the change as their kind. */
const INBOX = inboxOf([
  {
    titles: {
      appealDecided: msg('Your appeal was decided'),
      actionChanged: msg('An action about you was changed'),
    },
    kinds: { appealDecided: { replaces: ['actionChanged'] } },
    read: ({ target }) => ({ added: [row(target)], dropped: [] }),
  },
  { titles: {}, kinds: {}, read: () => ({ added: [row('another', BEN)], dropped: [] }) },
])
const changeFrom = (targets: readonly string[], actorId: string | null = null, action = 'any') =>
  inboxChangeOf(
    INBOX,
    targets.map((target) => ({ action, target })),
    actorId,
    { staff: [], players: [] },
  ).added

it('queues with a deadline come first, the nearest before the others', () => {
  const dueAt = (name: string, at: string | null) => ({ name, dueAt: at })
  const queues = [dueAt('any', null), dueAt('later', '2026-03-16'), dueAt('other', null), dueAt('soon', '2026-03-15')]
  expect(sortByDueDate(queues).map(({ name }) => name)).toEqual(['soon', 'later', 'any', 'other'])
})

describe('what people are told of a change', () => {
  it('is what every feature tells of it', () => {
    expect(changeFrom(['appealDecided'])).toEqual([row('appealDecided'), row('another', BEN)])
  })

  it('is not what they did themselves', () => expect(changeFrom(['appealDecided'], ANA)).toEqual([row('another', BEN)]))

  it('leaves a kind out where another one says it, too', () => {
    expect(changeFrom(['appealDecided', 'actionChanged'], BEN)).toEqual([row('appealDecided')])
  })

  it.each(['importActions', 'importRoster', 'undoImport', 'fillActions'])('is nothing of a file (%s)', (action) => {
    expect(changeFrom(['appealDecided'], BOSS, action)).toEqual([])
  })
})

describe('what came of several changes in the end', () => {
  const change = (before: Json, after: Json, actorId = BOSS) => {
    return { action: 'changeRosterMember', target: 'roster/1', before, after, actorId }
  }
  it('is from before the first to after the last', () => {
    expect(mergeChanges([change('a', 'b'), change('b', 'c')])).toEqual(change('a', 'c'))
  })
  it('was done by nobody alone where several did it', () => {
    expect(mergeChanges([change('a', 'b'), change('b', 'c', BEN)])?.actorId).toBeNull()
  })
  it('is nothing of nothing', () => expect(mergeChanges([])).toBeNull())
})
