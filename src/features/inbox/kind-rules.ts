import { msg } from '#lib/messages.ts'

/** What somebody is told of themselves. Each stands in the inbox under its title. */
export const KINDS = [
  'actionAdded',
  'actionChanged',
  'actionRevoked',
  'actionApproved',
  'actionRejected',
  'revisionApproved',
  'revisionRejected',
  'givenAppealed',
  'givenAppealEnded',
  'statementAsked',
  'appealDecided',
  'appealReduced',
  'appealClosed',
  'banLifted',
  'appealMessage',
  'claimConfirmed',
  'claimRefused',
  'verificationApproved',
  'verificationRejected',
  'checklistPassed',
  'checklistFailed',
  'mentorAssigned',
  'rosterAdded',
  'rosterPosition',
  'rosterStatus',
  'rosterRemoved',
] as const
export type Kind = (typeof KINDS)[number]

/** Titles say what happened and never why: a reason stands on the page that they lead to. */
export const TITLES = {
  actionAdded: msg('An action was logged about you'),
  actionChanged: msg('An action about you was changed'),
  actionRevoked: msg('An action about you was revoked'),
  actionApproved: msg('An action that you gave was approved'),
  actionRejected: msg('An action that you gave was rejected'),
  revisionApproved: msg('An action that you changed was approved'),
  revisionRejected: msg('An action that you changed was rejected'),
  givenAppealed: msg('An action that you gave was appealed'),
  givenAppealEnded: msg('The appeal of an action that you gave has ended'),
  statementAsked: msg('You are asked for a statement about an appeal'),
  appealDecided: msg('Your appeal was decided'),
  appealReduced: msg('An action that you appealed was reduced'),
  appealClosed: msg('An action that you appealed was revoked'),
  banLifted: msg('Your ban was lifted in the game'),
  appealMessage: msg('There is a message about your appeal'),
  claimConfirmed: msg('A ban in game is linked to your account now'),
  claimRefused: msg('A ban in game was not linked to your account'),
  verificationApproved: msg('Your verification was approved'),
  verificationRejected: msg('Your verification was rejected'),
  checklistPassed: msg('You passed: {list}'),
  checklistFailed: msg('You did not pass: {list}'),
  mentorAssigned: msg('You are the mentor of a trainee now'),
  rosterAdded: msg('You were added to a list: {list}'),
  rosterPosition: msg('You have a new position: {list}'),
  rosterStatus: msg('Your status was changed: {list}'),
  rosterRemoved: msg('You were removed from a list: {list}'),
} as const satisfies Record<Kind, string>

/** Those that lead to the page of what they are about, which only some may read; the others lead to one's own account. */
export const ON_ITS_LIST: readonly Kind[] = [
  'actionApproved',
  'actionRejected',
  'revisionApproved',
  'revisionRejected',
  'givenAppealed',
  'givenAppealEnded',
  'statementAsked',
  'appealDecided',
  'appealReduced',
  'appealClosed',
  'banLifted',
  'appealMessage',
  'claimConfirmed',
  'claimRefused',
  'rosterAdded',
  'rosterPosition',
  'rosterStatus',
  'mentorAssigned',
]

/** The queue in which a kind also waits: what is counted there is not counted again. */
export const QUEUE_OF: Partial<Record<Kind, string>> = { statementAsked: 'given-appeals' }

/** The list that a row is about, by the name that begins its targets. */
export const listOf = (about: string) => about.split('/', 1)[0] ?? ''
