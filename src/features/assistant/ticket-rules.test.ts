import { expect, it } from 'vitest'
import type { ConversationMessage } from './rules.ts'
import { ticketMessages, ticketText } from './ticket-rules.ts'

const FACTS = {
  community: 'Hammock Coast Roleplay',
  assistant: 'Manny',
  origin: 'https://site.test',
  page: 'https://site.test/rules',
  moment: '03/14/2026, 8:05 PM',
}

it('the text of a ticket has questions, answers, rules, time and page, and no greeting', () => {
  const text = ticketText(
    [
      { type: 'bot', content: 'Hey there!' },
      { type: 'user', content: 'Can I rdm?' },
      {
        type: 'bot',
        content: 'You may not. [1]',
        kind: 'answer',
        citations: [
          { title: '6.1 RDM', href: '/rules/roleplay-standards#61-rdm' },
          { title: 'Support portal', href: 'https://support.example' },
        ],
      },
      { type: 'user', content: 'Thanks!' },
      { type: 'bot', content: '/media/chat/thumbs-up.svg', isGif: true, alt: 'A thumb goes up' },
    ],
    FACTS,
  )
  expect(text).toBe(`I asked Manny, the rules assistant of Hammock Coast Roleplay, and need somebody of the staff.

Question: Can I rdm?

Manny: You may not. [1]
[1] 6.1 RDM: https://site.test/rules/roleplay-standards#61-rdm
[2] Support portal: https://support.example/

Question: Thanks!

Manny: (picture: A thumb goes up)

03/14/2026, 8:05 PM, https://site.test/rules`)
})

const asked = (content: string, kind: ConversationMessage['kind'] = 'quotes'): ConversationMessage[] => [
  { type: 'user', content },
  { type: 'bot', content: 'It says this.', kind },
]
const GREETING: ConversationMessage = { type: 'bot', content: 'Hey there!' }

it.each([
  ['a question of its own', [...asked('i want to kill myself', 'help'), ...asked('can cops search my car')], 1],
  ['a question that goes on', [...asked('can cops search my car'), ...asked('what if i say no')], 2],
  ['two that go on', [...asked('can cops search my car'), ...asked('what if i say no'), ...asked('and a bike')], 3],
  ['one that goes on with what got help', [...asked('i want to die', 'help'), ...asked('and what about rdm')], 1],
  ['one that goes on with nothing', asked('what if i say no'), 1],
  ['one that goes on with small talk', [...asked('hi', 'picture'), ...asked('and what about rdm')], 1],
] as const)('a ticket contains only its question and the earlier ones that belong to it: %s', (_, said, count) => {
  expect(ticketMessages([GREETING, ...said])).toEqual(said.slice(-2 * count))
})
