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

it('queues with a deadline come first, the nearest before others', () => {
  const dueAt = (name: string, at: string | null) => ({ name, dueAt: at })
  const queues = [dueAt('any', null), dueAt('later', '2026-03-16'), dueAt('other', null), dueAt('soon', '2026-03-15')]
  expect(sortByDueDate(queues).map(({ name }) => name)).toEqual(['soon', 'later', 'any', 'other'])
})

describe('Notifications about a change', () => {
  it('a change creates the notifications of every feature', () => {
    expect(changeFrom(['appealDecided'])).toEqual([row('appealDecided'), row('another', BEN)])
  })

  it('nobody is notified of their own change', () =>
    expect(changeFrom(['appealDecided'], ANA)).toEqual([row('another', BEN)]))

  it('a notification is omitted if another one includes it', () => {
    expect(changeFrom(['appealDecided', 'actionChanged'], BEN)).toEqual([row('appealDecided')])
  })

  it.each(['importActions', 'importRoster', 'undoImport', 'fillActions'])(
    'a file import creates no notifications (%s)',
    (action) => {
      expect(changeFrom(['appealDecided'], BOSS, action)).toEqual([])
    },
  )
})

describe('Combining several changes', () => {
  const change = (before: Json, after: Json, actorId = BOSS) => {
    return { action: 'changeRosterMember', target: 'roster/1', before, after, actorId }
  }
  it('combined changes reach from before the first to after the last', () => {
    expect(mergeChanges([change('a', 'b'), change('b', 'c')])).toEqual(change('a', 'c'))
  })
  it('combined changes by several people have no single actor', () => {
    expect(mergeChanges([change('a', 'b'), change('b', 'c', BEN)])?.actorId).toBeNull()
  })
  it('no changes combine to nothing', () => expect(mergeChanges([])).toBeNull())
})
