import { createAudit } from '#features/audit/server/store.ts'
import { DAY, utcDayOf } from '#lib/dates.ts'
import { createChanges } from '#server/changes.ts'
import type { SeedDeps } from '#server/feature.ts'
import { wordsOf } from '../rules.ts'
import { createQuestionStore, type QuestionRow } from './question-store.ts'

const DANA = { addedById: '310000000000000105', addedByName: 'Dana Whitfield' }
const THEO = { addedById: '310000000000000106', addedByName: 'Theo Marchetti' }

/** A question as players typed it, how many days ago each time, and the rules that they were shown. */
export interface SeedQuestion {
  question: string
  ago: readonly number[]
  rules: readonly string[]
  isDismissed?: true
}

/** What the assistant of the shipped community finds no rule for. */
export const MISSED: readonly SeedQuestion[] = [
  {
    question: 'is aim assist allowed',
    ago: [1, 1, 4, 9, 16, 23],
    rules: [
      '/rules/pursuits-and-force#183-firearms-and-deadly-force',
      '/rules/roleplay-standards#64-value-of-life-fear-rp',
    ],
  },
  {
    question: 'can i use aim assist on controller',
    ago: [2, 12],
    rules: [
      '/rules/pursuits-and-force#183-firearms-and-deadly-force',
      '/rules/roleplay-standards#64-value-of-life-fear-rp',
    ],
  },
  { question: 'aim assist ok??', ago: [6], rules: ['/rules/pursuits-and-force#183-firearms-and-deadly-force'] },
  {
    question: 'can i play a sovereign citizen',
    ago: [3, 8, 8, 20],
    rules: [
      '/rules/civilians-and-crime#101-what-a-civilian-is',
      '/rules/civilians-and-crime#106-carrying-guns-as-a-civilian',
    ],
  },
  {
    question: 'soverign citizen rp',
    ago: [5],
    rules: [
      '/rules/civilians-and-crime#101-what-a-civilian-is',
      '/rules/civilians-and-crime#103-posing-as-an-officer-or-medic',
    ],
  },
  {
    question: 'nos kit allowed',
    ago: [2, 7, 15],
    rules: [
      '/rules/pursuits-and-force#173-broken-vehicles-and-flat-tires',
      '/rules/general-conduct#15-loopholes-and-common-sense',
    ],
  },
  {
    question: 'can i run a nos kit on my charger',
    ago: [10, 26],
    rules: ['/rules/pursuits-and-force#173-broken-vehicles-and-flat-tires', '/penal-codes#statute-810-06'],
  },
  {
    question: 'can i bring my gator to the pier',
    ago: [1, 11],
    rules: ['/penal-codes#statute-379-412-2-a', '/ten-codes#code-10-63k'],
  },
  { question: 'gator on a leash ok??', ago: [1], rules: ['/penal-codes#statute-379-412-2-a'] },
  {
    question: 'can i smoke weed in char',
    ago: [4, 18],
    rules: ['/penal-codes#statute-893-13-6-b', '/rules/civilians-and-crime#151-drugs'],
  },
  {
    question: 'can i bodycam a traffic stop as civ',
    ago: [3],
    rules: ['/rules/law-enforcement#205-body-camera-and-recording', '/rules/law-enforcement#211-traffic-stops'],
  },
  {
    question: 'can i hide in a dumpster',
    ago: [2, 14],
    rules: ['/rules/pursuits-and-force#168-losing-sight-of-the-suspect'],
  },
  {
    question: 'minors in clubs rp',
    ago: [13],
    rules: ['/rules/roleplay-standards#84-age-family-and-pets-of-characters'],
  },
  { question: 'can i sue the pd', ago: [9], rules: ['/rules/civilians-and-crime#107-lawyers-court-and-bail'] },
  {
    question: 'the cad wont load',
    ago: [0, 6, 6, 21],
    rules: ['/rules/joining-and-applying#397-problems-when-connecting'],
  },
  {
    question: 'gta 5 enhanced edition work?',
    ago: [3, 5],
    rules: ['/rules/joining-and-applying#391-how-to-join-the-server'],
  },
  { question: 'does this work w enhanced', ago: [19], rules: [] },
  {
    question: 'can i use my moms credit card for vip',
    ago: [17],
    rules: ['/rules/verification-and-supporters#431-becoming-a-supporter', '/penal-codes#statute-817-61'],
  },
  { question: 'my eup is invisible', ago: [8, 22], rules: [] },
  { question: 'eup not showing', ago: [1], rules: [] },
  {
    question: 'what key is the radio',
    ago: [4],
    rules: ['/ten-codes#code-10-3', '/rules/general-conduct#34-macros-and-scripts'],
  },
  { question: 'do i need els', ago: [27], rules: ['/rules/chat-voice-streaming#311-microphone-required'] },
  { question: 'whens the next mud night', ago: [2, 9, 16], rules: [], isDismissed: true },
  {
    question: 'when do you guys wipe',
    ago: [12],
    rules: ['/rules/joining-and-applying#387-deleting-your-data'],
    isDismissed: true,
  },
]

/** What was answered with the wrong rule. */
const DISLIKED: readonly SeedQuestion[] = [
  {
    question: 'can i roll coal on cops',
    ago: [1, 5],
    rules: [
      '/rules/civilians-and-crime#143-how-many-gang-members-at-one-scene',
      '/rules/pursuits-and-force#166-roadblocks-and-boxing-in',
    ],
  },
  {
    question: 'can i get a house w a pool',
    ago: [3],
    rules: ['/ten-codes#code-signal-26', '/rules/civilians-and-crime#118-burglary-and-car-theft'],
  },
  {
    question: 'first amendment auditor allowed',
    ago: [7, 11],
    rules: ['/rules/general-conduct#16-when-the-rules-change', '/rules/joining-and-applying#394-your-first-7-days'],
  },
  { question: 'panhandling at red lights', ago: [10], rules: ['/rules/vehicles-and-traffic#262-realistic-driving'] },
]

const PHRASES = [
  { phrase: 'livery pack', href: '/rules/general-conduct#33-game-modifications-that-are-allowed', ago: 3, ...THEO },
  { phrase: 'playing possum', href: '/rules/roleplay-standards#65-playing-injuries', ago: 9, ...DANA },
] as const

/** Thumbs up, so many days ago. */
const LIKED = Array.from({ length: 38 }, (_, at) => (at * 7) % 29)

/** Fills the demo with what players asked in vain, how they liked the answers, and two phrases, once. */
export async function seedQuestions({ database, clock }: SeedDeps): Promise<void> {
  const before = (ago: number) => new Date(clock().getTime() - ago * DAY)
  const rows = (seeds: readonly SeedQuestion[], reason: 'unanswered' | 'down') =>
    seeds.flatMap(({ question, ago, rules, isDismissed }) =>
      ago.map(
        (days, at): QuestionRow => ({
          reason,
          question,
          words: wordsOf(question),
          rules: [...rules],
          askedOn: utcDayOf(before(days)),
          answer: reason === 'down' ? `demo ${question} ${at}` : null,
          state: isDismissed ? 'dismissed' : 'open',
        }),
      ),
    )
  const liked = LIKED.map(
    (days, at): QuestionRow => ({
      ...{ reason: 'up', question: '', words: '', rules: [], askedOn: utcDayOf(before(days)), answer: `demo ${at}` },
    }),
  )
  const phrases = PHRASES.map(({ ago, ...phrase }) => ({
    ...phrase,
    words: wordsOf(phrase.phrase),
    addedAt: before(ago),
  })).reverse()
  // Nobody keeps or shows anything yet.
  const audit = createAudit({ database, clock, changes: createChanges() })
  const store = createQuestionStore({ database, clock, audit })
  const questions = [...rows(MISSED, 'unanswered'), ...rows(DISLIKED, 'down'), ...liked]
  await store.fill({ actor: null, requestId: 'start' }, questions, phrases)
}
