import { describe, expect, it } from 'vitest'
import {
  type FurtherClaim,
  isDetectableByWords,
  PLANTED_CLAIMS,
  type PlantedClaim,
  RULES,
  ruleOf,
} from '#test/planted-claims.ts'
import { headingOf } from '../rules.ts'
import { findProblem } from './claim-check.ts'
import { findQuote } from './claims.ts'

/** The reason why a claim is not shown. Null when it is shown. */
function whyNot(planted: PlantedClaim): string | null {
  const passage = ruleOf(planted)
  const found = findQuote(passage.text, planted.quote)
  return found === null ? 'not in the rule' : findProblem(planted.claim, found, headingOf(passage))
}

describe('Planted false answers about sanctions, numbers and denials', () => {
  const planted = PLANTED_CLAIMS.false.filter(isDetectableByWords)

  it.each(planted)('a planted false answer is not shown: $claim ($why)', (example) =>
    expect(whyNot(example)).not.toBeNull(),
  )

  it('there are more than 70 planted false answers', () => expect(planted.length).toBeGreaterThan(70))
})

/** This claim is true but still rejected: its wording is too free for a comparison of words. */
const TOO_FREE = ['You are in character the whole time, from loading in to disconnecting.']

it('every fair paraphrase except one is shown', () => {
  const refused = PLANTED_CLAIMS.fair.filter((example) => whyNot(example) !== null).map(({ claim }) => claim)
  expect(refused).toEqual(TOO_FREE)
})

describe('Further examples', () => {
  const refused = (of: FurtherClaim[]) =>
    of.filter(({ under, claim, quote }) => findProblem(claim, quote, under) !== null)

  it('most false answers are detected by their words', () => {
    expect(refused(PLANTED_CLAIMS['more-false']).length).toBeGreaterThan(PLANTED_CLAIMS['more-false'].length * 0.8)
  })

  it('at most one in twenty fair paraphrases is hidden', () => {
    expect(refused(PLANTED_CLAIMS['more-fair']).length).toBeLessThanOrEqual(PLANTED_CLAIMS['more-fair'].length / 20)
  })
})

const HEADING = 'General conduct › 1. Before you play › 1.1 A rule'
const check = (claim: string, quote: string) => findProblem(claim, quote, HEADING)

describe('Statements that differ from their quote', () => {
  it.each([
    ['another number', 'Wait 20 minutes.', 'Wait at least 10 minutes.', /^number/],
    ['another number, in words', 'Two officers are needed.', 'It needs three officers.', /^number/],
    ['another unit', 'The ban lasts 7 hours.', 'The ban lasts 7 days.', /^number/],
    ['the other bound', 'A gang has at least 20 members.', 'A gang has at most 20 members.', /^bound/],
    [
      'the number for something else',
      'A store takes 3 officers.',
      'Stores take 2 officers, banks take 3 officers.',
      /^number/,
    ],
    ['a milder sanction', 'Doxxing is a permanent ban.', 'Doxxing is a 7-day ban.', /^sanction|^number/],
    ['no such sanction', 'Spam gets you kicked.', 'Spam is a warning.', /^sanction/],
    [
      'the sanction for later',
      'The first time is a 3-day ban.',
      'The first time is a warning, the second a 3-day ban.',
      /^sanction/,
    ],
    ['a negation', 'You may log off.', 'You may not log off.', /^sign/],
    ['no negation', 'Blocking a member is not allowed.', 'Blocking a member is allowed.', /^sign/],
    ['a duty instead of a right', 'You must wear a mask.', 'You may wear a mask.', /^force/],
    ['a right instead of a duty', 'You may wear a helmet.', 'You must wear a helmet.', /^force/],
    ['a prohibition instead of freedom', 'You may not ask for priority.', 'You need not ask for priority.', /^force/],
    ['no such scope', 'You may always run from the police.', 'You may run from the police.', /^scope/],
    [
      'the opposite word',
      'The car stays locked and keeps its plate.',
      'The car stays unlocked; it loses its plate.',
      /./,
    ],
    ['another code', 'Report 10-50 on the radio.', 'Report 10-8 on the radio.', /^name/],
    [
      'the number for its neighbor',
      'A boat permit lasts 9 days.',
      'A car permit lasts 9 days, a boat permit 9 weeks.',
      /^number/,
    ],
    [
      'the sanction for a later time',
      'Littering is a kick.',
      'Littering is a warning; the third time it is a kick.',
      /^sanction/,
    ],
    ['a price instead of none', 'The form is free.', 'The form costs $20.', /^number/],
    ['several instead of one', 'You may own several boats.', 'You may own only one boat.', /^number/],
    ['a span in other words', 'You have a month to pay.', 'Pay within 7 days.', /^number/],
  ])('a statement is not shown with a quote that has %s: %s', (_what, claim, quote, why) => {
    expect(check(claim, quote)).toMatch(why)
  })
})

describe('Statements with the same meaning as their quote', () => {
  it.each([
    ['You need to be sixteen or older.', 'You must be at least 16 years old.'],
    ['Nobody younger than 16 may play.', 'You must be at least 16 years old to play.'],
    ['No more than twenty members are allowed in a gang.', 'A gang has at most 20 members.'],
    ['You have to wait one hour.', 'You must wait 60 minutes.'],
    ['The limit is a week.', 'The limit is 7 days.'],
    ['Cops need a warrant.', 'Officers need a warrant.'],
    ["You can't rob a medic.", 'Robbing a medic is forbidden.'],
    ['You may only land in an emergency.', 'Do not land except in an emergency.'],
    ['You need a permit to land.', 'You may not land without a permit.'],
    ['You get banned permanently for doxxing.', 'Doxxing is a permanent ban.'],
    ['You do not have to give a reason.', 'You need not give a reason.'],
    ['You have to wait until the third attempt failed.', 'Wait until the third attempt failed.'],
    ['Littering is not okay.', 'Not allowed: littering, shouting and begging.'],
    ['You can call no more than once a week.', 'Call at most once in 7 days.'],
    ['A boat that has no light must not leave at night.', 'Only boats with a light leave at night.'],
    ['Being a member does not stop you from sailing.', 'Members may sail.'],
    ['The wait is just 15 minutes.', 'There is a wait of 15 minutes only.'],
    ['Members pay 15 percent less in the harbor.', 'There is a 15 percent discount in the harbor.'],
    ['The weakest are pulled out first, even if friends wait too.', 'The weakest go first, regardless of friends.'],
    ["Crews can defend each other's pier.", "Crews may trade and defend each other's home pier."],
    ["There can't be more than two big races in a day.", 'It allows no more than 2 large races a day.'],
    ["You can't shout at others, no matter on which pier.", 'Shouting is not allowed on any pier.'],
    ["The pilot isn't always right, because he is new.", 'The pilot is new and can be wrong.'],
    ['You can get a ticket at the harbor for shouting.', 'Shouting at the harbor is an infraction.'],
    ['You keep the boat at most a quarter of an hour.', 'The boat is kept for up to 15 minutes.'],
  ])('a statement with the same meaning is shown: %s', (claim, quote) => {
    expect(check(claim, quote)).toBeNull()
  })
})

/** Sentences of every other rule, changed as by a player who remembers the rule wrongly. */
const changeable = RULES.filter((_, at) => at % 2 === 0)
const sentences = changeable.flatMap(({ text, trail, title }) =>
  text.split(/(?<=[.!?])\s+/).map((sentence) => ({ sentence, heading: `${trail} › ${title}` })),
)
const CHANGES: [what: string, least: number, change: (sentence: string) => string][] = [
  [
    'another number',
    0.99,
    (sentence) => sentence.replace(/\b(\d{1,3})\b(?!-\d|[:.]\d)/, (n) => String(Number(n) * 2 + 1)),
  ],
  ['another unit', 1, (sentence) => sentence.replace(/\b(\d+) (minutes|hours|days)\b/, '$1 weeks')],
  ['at most for at least', 0.97, (sentence) => sentence.replace(/\bat least\b/, 'at most')],
  ['at least for at most', 0.95, (sentence) => sentence.replace(/\b(at most|no more than|up to)\b/, 'at least')],
  ['a right that it denies', 0.97, (sentence) => sentence.replace(/\b(may|can) not\b|\bcannot\b/, 'may')],
  ['a prohibition of what it allows', 0.97, (sentence) => sentence.replace(/\b(may|can)\b(?! not)/, '$1 not')],
  ['what it denies', 0.93, (sentence) => sentence.replace(/\b(is|are) not\b/, '$1')],
  ['the denial of what it says', 0.93, (sentence) => sentence.replace(/\b(is|are)\b(?! not)/, '$1 not')],
  ['a permanent ban for one of days', 1, (sentence) => sentence.replace(/\b\d+-day ban\b/, 'permanent ban')],
  ['a warning for a ban', 1, (sentence) => sentence.replace(/\b(\d+-day|permanent) ban\b/, 'warning')],
  ['a condition as none', 0.97, (sentence) => sentence.replace(/(?<!even )\bif\b/, 'even if')],
  ['everybody for nobody', 1, (sentence) => sentence.replace(/\b(nobody|no one)\b/i, 'everybody')],
]

describe('Changed sentences of the rules', () => {
  it.each(CHANGES)('hardly any sentence is shown with %s', (_what, least, change) => {
    const changed = sentences
      .map((one) => ({ ...one, said: change(one.sentence) }))
      .filter(({ said, sentence }) => said !== sentence)
    const refused = changed.filter(({ said, sentence, heading }) => findProblem(said, sentence, heading) !== null)
    expect(changed.length).toBeGreaterThan(5)
    expect(refused.length / changed.length).toBeGreaterThanOrEqual(least)
  })

  it('nearly all unchanged sentences are shown', () => {
    const shown = sentences.filter(({ sentence, heading }) => findProblem(sentence, sentence, heading) === null)
    expect(shown.length / sentences.length).toBeGreaterThan(0.97)
  })
})
