import * as z from 'zod/mini'
import { DiscordId } from '#lib/discord-id.ts'
import {
  combineInboxChanges,
  createInboxChange,
  type InboxRules,
  type InboxTitles,
  NO_INBOX_CHANGE,
  parseRecord,
} from '#lib/inbox.ts'
import { msg } from '#lib/messages.ts'
import { listOwnAppeals } from './contract.ts'
import { listGivenAppeals } from './given-contract.ts'

export const inboxTitles = {
  givenAppealed: msg('An action that you gave was appealed'),
  givenAppealEnded: msg('The appeal of an action that you gave has ended'),
  statementAsked: msg('You are asked for a statement about an appeal'),
  appealDecided: msg('Your appeal was decided'),
  appealReduced: msg('An action that you appealed was reduced'),
  appealClosed: msg('An action that you appealed was revoked'),
  banLifted: msg('Your ban was lifted in the game'),
  appealMessage: msg('There is a message about your appeal'),
} satisfies InboxTitles
type Kind = keyof typeof inboxTitles

const Appeal = z.object({ user: z.string(), state: z.optional(z.string()) })
/** Only an issuer with an account gets messages. An action from the game, for example, has no such issuer. */
const Appealed = z.object({ issuer: DiscordId })

const own = { opens: (id: string) => ({ path: `/me/appeals#appeal-${id}`, access: listOwnAppeals.access }) }
const given = {
  opens: (id: string) => ({ path: `/given-appeals#appeal-${id}`, access: listGivenAppeals.access }),
}

export const inboxRules: InboxRules<Kind> = {
  kinds: {
    givenAppealed: given,
    givenAppealEnded: given,
    statementAsked: { ...given, queue: 'given-appeals' },
    // The message about the appeal replaces the messages about the change of its action.
    appealDecided: { ...own, replaces: ['actionChanged', 'actionRevoked'] },
    appealReduced: { ...own, replaces: ['actionChanged'] },
    appealClosed: { ...own, replaces: ['actionRevoked'] },
    banLifted: own,
    appealMessage: own,
  },
  final: ['decideAppeal', 'liftAppealed', 'closeAppeal'],
  read: (change) => {
    const { action, target, after } = change
    const appeal = parseRecord(Appeal, after)
    const issuer = parseRecord(Appealed, after)?.issuer
    const about = `given-${target}`
    const toAppellant = (kind: Kind) => createInboxChange(change, appeal?.user, kind)
    const toIssuer = (kind: Kind) => createInboxChange({ target: about }, issuer === appeal?.user ? null : issuer, kind)
    switch (action) {
      case 'addAppeal':
        return toIssuer('givenAppealed')
      case 'withdrawAppeal':
        return toIssuer('givenAppealEnded')
      case 'decideAppeal':
        return combineInboxChanges([toAppellant('appealDecided'), toIssuer('givenAppealEnded')])
      case 'askIssuer':
        return toIssuer('statementAsked')
      case 'addStatement':
        // The statement was given, so drop the request for it.
        return issuer ? { added: [], dropped: [{ personId: issuer, about }] } : NO_INBOX_CHANGE
      case 'liftAppealed':
        return toAppellant(appeal?.state === 'decided' ? 'appealDecided' : 'appealReduced')
      case 'closeAppeal':
        return combineInboxChanges([toAppellant('appealClosed'), toIssuer('givenAppealEnded')])
      case 'closeLiftTask':
        return toAppellant('banLifted')
      case 'messageAppellant':
        return toAppellant('appealMessage')
      default:
        return NO_INBOX_CHANGE
    }
  },
}
