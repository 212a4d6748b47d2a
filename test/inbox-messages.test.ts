import { expect, it } from 'vitest'
import type { InboxRules } from '#lib/inbox.ts'
import { inboxMessagesOf } from './inbox-messages.ts'

const ANA = '310000000000000101'

const rulesThatOpen = (opens: 'list' | (() => { path: string; access: 'member' })): InboxRules => ({
  kinds: { approved: { opens } },
  read: ({ target }) => ({ added: [{ personId: ANA, kind: 'approved', about: target }], dropped: [] }),
})

it('a message that leads to no page is a mistake, and the error says how to name one', () => {
  expect(() => inboxMessagesOf(rulesThatOpen('list'), 'leave/1')({})).toThrow(
    'Nobody would see approved: leave is no roster or checklist. Name its page: opens: () => ({ path, access })',
  )
})

it.each([
  ['a roster', 'list', 'roster/1'],
  ['a page that it names', () => ({ path: '/leave', access: 'member' }) as const, 'leave/1'],
] as const)('a message may lead to %s', (_, opens, target) => {
  expect(inboxMessagesOf(rulesThatOpen(opens), target)({}).added).toEqual([`approved ${ANA}`])
})
