import { beforeEach, describe, expect, it } from 'vitest'
import { chat, giveThumb } from '#features/assistant/contract.ts'
import { createAnswerTokens } from '#features/assistant/server/answer-tokens.ts'
import {
  addPhrase,
  changeQuestions,
  findRules,
  listMissedQuestions,
  listPhrases,
  removePhrase,
} from '#features/assistant-questions/contract.ts'
import { createQuestionStore } from '#features/assistant-questions/server/question-store.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import { useSharedWorld, useWorld } from '../world.ts'

const world = useSharedWorld({ app: { chatLimits: { visitorMinute: 500, visitorDay: 500 } } })

const AGE = '/rules/general-conduct#12-minimum-age-to-play'
/** The token that comes with an answer from the rules. */
const tokenOf = (question: string, rules = [AGE]) =>
  createAnswerTokens('a secret of this test', world().now).issue(question, rules)
const askedWith = (content: string) => ({ chatMessages: [{ type: 'user', content } as const] })
const ask = async (question: string) => (await world().as.anyone(chat, { body: askedWith(question) })).body
const listed = async () => (await world().as.management(listMissedQuestions)).body
const remove = (id: number) => world().as.management(removePhrase, { params: { id: String(id) } })
let seen = 0
const logged = async () => world().database.db.select().from(auditLog).orderBy(auditLog.seq)
const audited = async () => (await logged()).filter(({ seq }) => seq > seen)
/** Stores a question as the assistant does when it cannot answer it. */
const missed = async (question: string, rules: string[] = []) => {
  const { database, now: clock } = world()
  const change = () => Promise.reject(new Error('Nothing here is a change by a person'))
  const audit = { change, import: change }
  await createQuestionStore({ database, clock, audit }).saveUnanswered(question, rules, false)
}
/** The only group there is. */
async function onlyGroup() {
  const { data } = await listed()
  expect(data).toHaveLength(1)
  const [group] = data
  if (group === undefined) throw new Error('there is no group')
  return group
}

beforeEach(async () => {
  for (const { id } of (await world().as.management(listPhrases)).body.data) await remove(id)
  await world().database.pool.query('delete from assistant_questions')
  seen = (await logged()).at(-1)?.seq ?? 0
})

describe('Unanswered questions', () => {
  it('an unanswered question is stored with the closest rules, and management can read it', async () => {
    const { kind, citations = [] } = await ask('when is the next livestream of the devs')
    expect(kind).toBe('unanswered')
    const closest = citations.map(({ href }) => href).filter((href) => href.startsWith('/'))
    await expect.poll(async () => (await listed()).data.length).toBe(1)
    expect(await onlyGroup()).toMatchObject({
      question: 'when is the next livestream of the devs',
      alike: [],
      unanswered: 1,
      down: 0,
      lastDay: '2026-03-14',
      phrase: expect.stringContaining('livestream'),
    })
    expect((await onlyGroup()).rules.map(({ href }) => href)).toEqual(closest)
    expect((await listed()).sums).toEqual({ unanswered: 1, up: 0, down: 0 })
  })

  it('an answered question is not stored, and not written to the log', async () => {
    expect((await ask('What is the minimum age to play?')).kind).toBe('quotes')
    expect((await ask('when is the capybara livestream')).kind).toBe('unanswered')
    await expect.poll(async () => (await listed()).data.length).toBe(1)
    expect((await onlyGroup()).question).toContain('capybara')
    expect(await audited()).toEqual([])
  })

  it('similar questions form one group, with the most frequent group first', async () => {
    await missed('are there tornado sirens')
    await missed('capybara pls')
    for (const question of ['can i have a capybara', 'can i have a CAPYBARA??', 'have a capybara'])
      await missed(question)
    const { data, total } = await listed()
    expect(total).toBe(2)
    expect(data).toMatchObject([
      { question: 'can i have a CAPYBARA??', unanswered: 4 },
      { question: 'are there tornado sirens', unanswered: 1 },
    ])
    expect(data[0]?.alike.sort()).toEqual(['capybara pls', 'have a capybara'])
  })

  it('a stored question contains no account and no IP address', async () => {
    const body = askedWith('when is the capybara livestream of 310000000000000209')
    expect((await world().as.member(chat, { body })).body.kind).toBe('unanswered')
    await expect.poll(async () => (await listed()).data.length).toBe(1)
    const { rows } = await world().database.pool.query('select * from assistant_questions')
    expect(rows[0].question).toBe('when is the capybara livestream of [id]')
    expect(JSON.stringify(rows)).not.toMatch(/31000000000000020|127\.0\.0\.1|Jules/)
    expect(rows[0].from_member, 'only that somebody who was signed in asked').toBe(true)
  })
})

describe('Thumbs', () => {
  const thumb = (given: 'up' | 'down' | null, question = 'how old for ems', token = tokenOf(question)) =>
    world().as.anyone(giveThumb, { body: { ...askedWith(question), token, thumb: given, rules: [AGE] } })

  it('a thumb needs the token of the answer, and counts once however often it is sent', async () => {
    const { token = '', citations = [] } = await ask('What is the minimum age to play?')
    const body = {
      ...askedWith('What is the minimum age to play?'),
      ...{ token, thumb: 'up' as const, rules: citations.map(({ href }) => href) },
    }
    for (let time = 0; time < 2; time++) {
      expect((await world().as.anyone(giveThumb, { body })).body).toEqual({ ok: true })
    }
    expect((await listed()).sums).toEqual({ unanswered: 0, up: 1, down: 0 })
    expect((await ask('Who won the Super Bowl this year?')).token).toBeUndefined()
    // The site stores the question after its response. Wait here, so that the next test does not find it.
    await expect.poll(async () => (await listed()).sums.unanswered).toBe(1)
  })

  it('a thumb of a person in trouble is not stored', async () => {
    expect((await thumb('down', 'i want to kill myself')).status).toBe(200)
    expect((await listed()).sums).toEqual({ unanswered: 0, up: 0, down: 0 })
  })

  it('a thumb down stores the question and the shown rules, and can be changed and taken back', async () => {
    const token = tokenOf('how old for ems')
    expect((await thumb('down', undefined, token)).body).toEqual({ ok: true })
    expect(await onlyGroup()).toMatchObject({
      question: 'how old for ems',
      unanswered: 0,
      down: 1,
      rules: [{ href: AGE, title: '1.2 Minimum age to play' }],
    })
    await thumb('up', undefined, token)
    expect(await listed()).toMatchObject({ data: [], sums: { unanswered: 0, up: 1, down: 0 } })
    await thumb(null, undefined, token)
    expect((await listed()).sums).toEqual({ unanswered: 0, up: 0, down: 0 })
    expect(await audited()).toEqual([])
  })

  it('a thumb down joins the group of the unanswered question', async () => {
    await missed('capybara as a pet')
    await thumb('down', 'capybara pet')
    expect(await onlyGroup()).toMatchObject({ unanswered: 1, down: 1 })
  })

  it.each([
    ['a rule that does not exist', { rules: ['/rules/general-conduct#99-nonsense'] }],
    ['an address elsewhere', { rules: ['https://evil.example'] }],
    ['no rule', { rules: [] }],
    ['an answer that nobody gave', { token: 'answer-0123456789abcdef' }],
    ['another question', askedWith('how young')],
    ['a rule that the answer did not name', { rules: [AGE, '/ten-codes#code-10-4'] }],
    ['another thumb', { thumb: 'sideways' }],
    ['no question', { chatMessages: [] }],
    ['an unknown field', { user: '310000000000000201' }],
  ])('a thumb for %s is refused', async (_what, part) => {
    const response = await world().app.inject({
      method: 'POST',
      url: giveThumb.path,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      payload: JSON.stringify({
        ...askedWith('how old'),
        token: tokenOf('how old'),
        thumb: 'down',
        rules: [AGE],
        ...part,
      }),
    })
    expect(response.statusCode).toBe(400)
    expect((await listed()).sums).toEqual({ unanswered: 0, up: 0, down: 0 })
  })
})

/** Each change of a phrase rebuilds the index of all rules, which takes a second of processor time. */
describe('A phrase that is added for a question', { timeout: 60_000 }, () => {
  const QUESTION = 'is there a capybara limit for toddlers'
  const add = async (phrase = 'capybara limit toddlers', href = AGE) => {
    const questions = (await listed()).data.find(({ question }) => question === QUESTION)?.ids ?? []
    return world().as.management(addPhrase, { body: { phrase, href, questions } })
  }

  it('the assistant finds the rule at once, and the group disappears from the list', async () => {
    expect((await ask(QUESTION)).kind).toBe('unanswered')
    await expect.poll(async () => (await listed()).data.length).toBe(1)
    const { status, body } = await add()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      item: {
        phrase: 'capybara limit toddlers',
        rule: { title: '1.2 Minimum age to play' },
        addedBy: 'Dana Whitfield',
      },
      answers: true,
    })
    const { kind, citations } = await ask(QUESTION)
    expect([kind, citations?.[0]?.href]).toEqual(['quotes', AGE])
    expect((await listed()).data).toEqual([])
    expect((await world().as.management(listPhrases)).body.data).toEqual([body.item])
  })

  it('a removed phrase brings the question back, and adding it again removes the question again', async () => {
    await missed(QUESTION)
    const { item } = (await add()).body
    const { questions } = (await remove(item.id)).body
    expect((await onlyGroup()).question).toBe(QUESTION)
    await expect.poll(async () => (await ask(QUESTION)).kind, { timeout: 30_000, interval: 500 }).toBe('unanswered')
    expect((await remove(item.id)).status).toBe(404)
    const again = await world().as.management(addPhrase, { body: { phrase: item.phrase, href: item.href, questions } })
    expect(again.status).toBe(200)
    expect((await listed()).data).toEqual([])
  })

  it('the page says if the assistant still does not answer with that rule, or if the rule is gone', async () => {
    await missed(QUESTION)
    expect((await add('something else entirely')).body.answers).toBe(false)
    expect((await add('manatees')).body.answers).toBeNull()
    await world().database.pool.query(`update assistant_phrases set href = '/rules/general-conduct#gone'`)
    expect((await world().as.management(listPhrases)).body.data).toMatchObject([
      { phrase: 'manatees', rule: null },
      { phrase: 'something else entirely', rule: null },
    ])
  })

  it.each([
    ['phrase', { phrase: '' }],
    ['phrase', { phrase: '?!' }],
    ['phrase', { phrase: 'a | b' }],
    ['phrase', { phrase: 'how do i' }],
    ['phrase', { phrase: 'one two three four five six seven' }],
    ['phrase', { phrase: 'x'.repeat(81) }],
    ['href', { href: '/rules/general-conduct#99-nonsense' }],
    ['href', { href: 'javascript:alert(1)' }],
    ['questions', { questions: Array(2_001).fill(1) }],
    ['color', { color: 'red' }],
  ])('the phrase is refused because of its %s: %j', async (field, part) => {
    const body = { phrase: 'capybaras', href: AGE, questions: [], ...part }
    const { status, error } = await world().as.management(addPhrase, { body })
    expect([status, Object.keys(error?.fields ?? {})[0]]).toEqual([400, field])
    expect(await audited()).toEqual([])
  })
})

describe('Questions that are not about the rules', () => {
  const change = (questions: number[], state: 'open' | 'dismissed') =>
    world().as.management(changeQuestions, { body: { questions, state } })

  it('questions leave the list together with later identical ones, and can be restored', async () => {
    await missed('capybara livestream')
    const { ids } = await onlyGroup()
    expect((await change(ids, 'dismissed')).status).toBe(200)
    await missed('livestream of a capybara')
    const { data, dismissed, total } = await listed()
    expect([data, total]).toEqual([[], 0])
    expect(dismissed).toMatchObject([{ unanswered: 2 }])
    expect((await change(dismissed[0]?.ids ?? [], 'open')).status).toBe(200)
    expect((await onlyGroup()).unanswered).toBe(2)
    expect((await audited()).map(({ action, after }) => [action, after])).toEqual([
      ['dismissQuestions', { questions: 1 }],
      ['reopenQuestions', { questions: 1 }],
    ])
  })

  it('marking a question twice is a conflict, and a deleted question is not found', async () => {
    await missed('capybara livestream')
    const { ids } = await onlyGroup()
    await change(ids, 'dismissed')
    expect(await change(ids, 'dismissed')).toMatchObject({ status: 409, error: { code: 'changed_meanwhile' } })
    expect((await change([999_999], 'dismissed')).status).toBe(404)
    expect((await change([], 'dismissed')).status).toBe(400)
    expect(await audited()).toHaveLength(1)
  })
})

describe('Rules as targets of a phrase', () => {
  const found = async (query: { search?: string; question?: string }) =>
    (await world().as.management(findRules, { query })).body.data.map(({ title }) => title)

  it('the suggested rules are the closest to the question, or those that contain the search text', async () => {
    expect((await found({ question: 'how old to play' }))[0]).toBe('1.2 Minimum age to play')
    expect(await found({ question: 'how old to play' })).toHaveLength(6)
    expect((await found({ search: 'minimum age', question: 'something else' }))[0]).toBe('1.2 Minimum age to play')
    expect(await found({ search: '1.2 min' })).toContain('1.2 Minimum age to play')
    const [age] = (await world().as.management(findRules, { query: { search: '1.2 min' } })).body.data
    expect(age?.excerpt).toMatch(/^You must be at least 16/)
    expect(await found({ search: 'xyzzy' })).toEqual([])
    expect(await found({})).toEqual([])
  })
})

describe('Limits for a visitor', () => {
  const fresh = useWorld({ app: { chatLimits: { visitorMinute: 100, visitorDay: 100 } } })

  it('20 unanswered questions a day are stored, answers continue, and 20 thumbs a minute are accepted', async () => {
    for (let one = 0; one < 25; one++) {
      const { body } = await fresh().as.anyone(chat, { body: askedWith('when is the capybara livestream') })
      expect(body.kind).toBe('unanswered')
    }
    await expect.poll(async () => (await fresh().as.management(listMissedQuestions)).body.sums.unanswered).toBe(20)
    const thumb = () =>
      fresh().as.anyone(giveThumb, {
        body: { ...askedWith('how old'), token: tokenOf('how old'), thumb: 'up', rules: [AGE] },
      })
    for (let one = 0; one < 20; one++) expect((await thumb()).status).toBe(200)
    expect((await thumb()).status).toBe(429)
  })
})
