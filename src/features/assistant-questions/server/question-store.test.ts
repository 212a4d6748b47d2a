import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAudit } from '#features/audit/server/store.ts'
import { DAY } from '#lib/dates.ts'
import { createChanges } from '#server/changes.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { createQuestionStore, type QuestionStore } from './question-store.ts'

let database: TestDatabase
let store: QuestionStore
let time: number
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.reset()
  time = Date.parse('2026-03-14T23:30:00.000Z')
  const clock = () => new Date(time)
  store = createQuestionStore({ database, clock, audit: createAudit({ database, changes: createChanges(), clock }) })
})

const AGE = '/rules/general-conduct#12-minimum-age-to-play'
const missed = (question: string, rules: string[] = [], fromMember = false) =>
  store.saveUnanswered(question, rules, fromMember)
const thumb = (given: 'up' | 'down' | null, answer = 'answer', question = 'how old for ems') =>
  store.saveThumb({ answer, thumb: given, question, rules: [AGE] })
const rowsOf = async (columns: string) =>
  (await database.pool.query(`select ${columns} from assistant_questions order by id`)).rows
const ids = async () => (await store.listQuestions()).map(({ id }) => id)
const BY = { actor: { id: '310000000000000204', name: 'Dana Whitfield' }, requestId: 'a test' }

describe('Unanswered questions', () => {
  it('a repeated question of the same day increases a count, and shows its latest wording', async () => {
    await missed('can i have a CAPYBARA??', [AGE])
    await missed('Can I have a capybara', ['/ten-codes#code-10-4'])
    await missed('are there tornado sirens')
    time += DAY
    await missed('can i have a capybara')
    expect(await rowsOf('question, asked, asked_on::text as day')).toEqual([
      { question: 'Can I have a capybara', asked: 2, day: '2026-03-14' },
      { question: 'are there tornado sirens', asked: 1, day: '2026-03-14' },
      { question: 'can i have a capybara', asked: 1, day: '2026-03-15' },
    ])
    expect(await store.listQuestions()).toEqual([
      {
        id: expect.any(Number),
        question: 'can i have a capybara',
        unanswered: 3,
        down: 0,
        lastDay: '2026-03-15',
        rules: [],
        isDismissed: false,
        fromMember: false,
      },
      expect.objectContaining({ question: 'are there tornado sirens', unanswered: 1 }),
    ])
  })

  it('a question is stored without ids, and not at all if it is then empty', async () => {
    await missed('why was 310000000000000201 jules@mail.example banned from 203.0.113.7')
    await missed('?!')
    expect(await rowsOf('question, words')).toEqual([
      {
        question: 'why was [id] [e-mail] banned from [address]',
        words: 'why was id e mail banned from address',
      },
    ])
  })

  it('200 new questions a day are stored, which is reported for 30 days, and repeated ones still count', async () => {
    for (let one = 0; one < 199; one++) await missed(`livestream w${one}`)
    expect(await store.listFullDays()).toEqual([])
    for (let one = 199; one < 205; one++) await missed(`livestream w${one}`)
    await missed('livestream w3')
    expect(await store.sum()).toEqual({ unanswered: 201, up: 0, down: 0 })
    await thumb('down')
    time += DAY
    await missed('livestream w300')
    expect(await store.sum()).toEqual({ unanswered: 202, up: 0, down: 1 })
    expect(await store.listFullDays()).toEqual(['2026-03-14'])
    time += 30 * DAY
    expect(await store.listFullDays()).toEqual([])
  })

  it('questions of members are stored even after visitors reached the limit, and listed first', async () => {
    for (let one = 0; one < 201; one++) await missed(`livestream w${one}`)
    await missed('capybara of a member', [], true)
    await missed('livestream w7', [], true)
    time += DAY
    await missed('livestream w300')
    const listed = await store.listQuestions()
    expect(listed.slice(0, 2).map(({ question, fromMember }) => [question, fromMember])).toEqual([
      ['capybara of a member', true],
      ['livestream w7', true],
    ])
    expect(listed).toHaveLength(202)
  })

  it('a question counts for 30 days, and is deleted after 90', async () => {
    await missed('livestream of capybaras')
    await thumb('up')
    time += 29 * DAY
    expect(await store.sum()).toEqual({ unanswered: 1, up: 1, down: 0 })
    time += DAY
    expect(await store.sum()).toEqual({ unanswered: 0, up: 0, down: 0 })
    time += 60 * DAY
    expect(await store.removeOld()).toBe(0)
    time += DAY
    expect(await store.removeOld()).toBe(2)
    expect(await store.listQuestions()).toEqual([])
  })
})

describe('Thumbs', () => {
  it('a thumb up is counted, and no question is stored', async () => {
    await thumb('up')
    expect(await rowsOf('question, words, rules')).toEqual([{ question: '', words: '', rules: [] }])
    expect(await store.listQuestions()).toEqual([])
  })

  it('a thumb counts once, and can be changed and taken back', async () => {
    for (const given of ['up', 'up', 'down'] as const) await thumb(given)
    await Promise.all([thumb('down', 'another'), thumb('down', 'another')])
    expect(await store.sum()).toEqual({ unanswered: 0, up: 0, down: 2 })
    await thumb(null)
    await thumb(null, 'never given')
    expect(await store.sum()).toEqual({ unanswered: 0, up: 0, down: 1 })
    expect(await store.listQuestions()).toMatchObject([{ question: 'how old for ems', down: 1, rules: [AGE] }])
  })

  it('500 new thumbs a day are stored, and existing ones can be changed', async () => {
    for (let one = 0; one < 503; one++) await thumb('up', `answer ${one}`)
    await thumb('down', 'answer 3')
    expect(await store.sum()).toEqual({ unanswered: 0, up: 499, down: 1 })
  }, 30_000)
})

describe('Dismissed questions', () => {
  it('a dismissed question stays dismissed when repeated, and is restored with its count', async () => {
    await missed('capybara livestream')
    await store.changeQuestions(BY, await ids(), 'dismissed')
    await missed('Capybara livestream')
    time += DAY
    await missed('capybara livestream!')
    expect(await store.listQuestions()).toMatchObject([{ isDismissed: true, unanswered: 3 }])
    await store.changeQuestions(BY, await ids(), 'open')
    expect(await store.listQuestions()).toMatchObject([{ isDismissed: false, unanswered: 3 }])
  })

  it('a dismissed or deleted question cannot be dismissed', async () => {
    await missed('capybara livestream')
    const change = async (state: 'open' | 'dismissed', of?: number[]) =>
      store.changeQuestions(BY, of ?? (await ids()), state)
    await expect(change('open')).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    await change('dismissed')
    await expect(change('dismissed')).rejects.toMatchObject({ status: 409 })
    await expect(change('dismissed', [999_999])).rejects.toMatchObject({ status: 404 })
  })

  it('of two simultaneous dismissals one succeeds', async () => {
    await missed('capybara livestream')
    const of = await ids()
    const both = await Promise.allSettled([1, 2].map(() => store.changeQuestions(BY, of, 'dismissed')))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
