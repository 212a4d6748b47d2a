import { expect, it } from 'vitest'
import type { LoggedChange } from '#lib/inbox.ts'
import { inboxMessagesOf } from '#test/inbox-messages.ts'
import { inboxRules } from './inbox-rules.ts'

const ANA = '310000000000000101'
const BEN = '310000000000000102'
const NOTHING = { added: [], dropped: [] }

const messagesOf = inboxMessagesOf(inboxRules, 'appeals/1')
const add = (kind: string, personId = ANA) => ({ added: [`${kind} ${personId}`], dropped: [] })

it.each<[string, Partial<LoggedChange>, object]>([
  ['that their appeal was decided', { action: 'decideAppeal', after: { user: ANA } }, add('appealDecided')],
  [
    'that its issuer lifted the action',
    { action: 'liftAppealed', after: { user: ANA, state: 'decided' } },
    add('appealDecided'),
  ],
  [
    'that its issuer reduced the action',
    { action: 'liftAppealed', after: { user: ANA, state: 'in_review' } },
    add('appealReduced'),
  ],
  [
    'that an action of theirs was appealed',
    { action: 'addAppeal', after: { user: ANA, issuer: BEN } },
    add('givenAppealed', BEN),
  ],
  [
    'nothing of an appeal where no account gave the action',
    { action: 'addAppeal', after: { user: ANA, issuer: 'game:1' } },
    NOTHING,
  ],
  [
    'that the appeal of an action of theirs was withdrawn',
    { action: 'withdrawAppeal', after: { user: ANA, issuer: BEN } },
    add('givenAppealEnded', BEN),
  ],
  ['that its action was revoked', { action: 'closeAppeal', after: { user: ANA } }, add('appealClosed')],
  [
    'as the issuer, that the appeal of an action of theirs is closed',
    { action: 'closeAppeal', after: { user: ANA, issuer: BEN } },
    { ...NOTHING, added: [...add('appealClosed').added, ...add('givenAppealEnded', BEN).added] },
  ],
  [
    'as the issuer, that the appeal of an action of theirs was decided',
    { action: 'decideAppeal', after: { user: ANA, issuer: BEN } },
    { ...NOTHING, added: [...add('appealDecided').added, ...add('givenAppealEnded', BEN).added] },
  ],
  [
    'as the appellant alone, where they gave the action to themselves',
    { action: 'decideAppeal', after: { user: ANA, issuer: ANA } },
    add('appealDecided'),
  ],
  ['that their ban was lifted in the game', { action: 'closeLiftTask', after: { user: ANA } }, add('banLifted')],
  ['that there is a message', { action: 'messageAppellant', after: { user: ANA } }, add('appealMessage')],
  ['that they are asked for a statement', { action: 'askIssuer', after: { issuer: BEN } }, add('statementAsked', BEN)],
  ['nothing of what staff write', { action: 'commentOnAppeal', after: { user: ANA } }, NOTHING],
])('people in an appeal are notified: %s', (_, entry, expected) => expect(messagesOf(entry)).toEqual(expected))
