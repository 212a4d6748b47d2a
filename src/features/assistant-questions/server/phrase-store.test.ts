import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAudit } from '#features/audit/server/store.ts'
import { auditLog } from '#features/audit/server/tables.ts'
import type { Member } from '#lib/access.ts'
import type { Topic } from '#lib/topics.ts'
import { createChanges } from '#server/changes.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { MAX_PHRASES } from '../rules.ts'
import { createPhraseStore, listAddedPhrases, type PhraseStore } from './phrase-store.ts'
import { createQuestionStore, type QuestionStore } from './question-store.ts'

const NOW = new Date('2026-03-14T18:30:00.000Z')
const AGE = '/rules/general-conduct#12-minimum-age-to-play'
const DANA: Member = {
  ...{ id: '310000000000000204', username: 'dana', name: 'Dana Whitfield', avatarUrl: '' },
  ...{ isOwner: false, isManagement: true, isStaff: true, isES: false, canESQuick: true, capabilities: [] },
}
const BY = { actor: DANA, requestId: 'a test' }

let database: TestDatabase
let store: PhraseStore
let questions: QuestionStore
let announced: Topic[]
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.reset()
  announced = []
  const changes = createChanges()
  changes.on((topic) => announced.push(topic))
  const clock = () => NOW
  const deps = { database, clock, audit: createAudit({ database, changes, clock }) }
  store = createPhraseStore(deps)
  questions = createQuestionStore(deps)
})

const ids = async () => (await questions.listQuestions()).map(({ id }) => id)
const add = (phrase: string, of: number[] = []) => store.addPhrase(BY, { phrase, href: AGE, questions: of })
const refusal = { status: 409, code: 'changed_meanwhile' }

describe('Phrases for questions', () => {
  it('a phrase removes its questions from the list, has an audit entry without them, and notifies every process', async () => {
    await questions.saveUnanswered('is there a capybara limit', [AGE], false)
    const added = await add('capybara limit', await ids())
    expect(added).toEqual({
      ...{ id: expect.any(Number), phrase: 'capybara limit', href: AGE },
      ...{ addedAt: NOW.toISOString(), addedBy: 'Dana Whitfield' },
    })
    expect(await store.listPhrases()).toEqual([added])
    expect(await listAddedPhrases(database.db)).toEqual(new Map([[AGE, ['capybara limit']]]))
    expect(await ids()).toEqual([])
    expect(await database.db.select().from(auditLog).orderBy(auditLog.seq)).toMatchObject([
      {
        action: 'addPhrase',
        target: `assistant-phrases/${added.id}`,
        actorId: DANA.id,
        before: null,
        after: { phrase: 'capybara limit', href: AGE, questions: 1 },
      },
    ])
    expect(announced).toEqual(['asked-as', 'missed-questions'])
  })

  it('a removed phrase restores its questions, once', async () => {
    await questions.saveUnanswered('is there a capybara limit', [AGE], false)
    await questions.saveUnanswered('capybara limit', [AGE], false)
    await questions.saveUnanswered('tornado sirens', [AGE], false)
    const [sirens = 0, ...capybaras] = await ids()
    const { id } = await add('capybara limit', capybaras)
    expect(await ids()).toEqual([sirens])
    expect((await store.removePhrase(BY, id)).sort()).toEqual(capybaras.sort())
    expect(await ids()).toHaveLength(3)
    expect((await database.db.select().from(auditLog).orderBy(auditLog.seq)).at(-1)).toMatchObject({
      action: 'removePhrase',
      before: { phrase: 'capybara limit', href: AGE },
      after: null,
    })
    await expect(store.removePhrase(BY, id)).rejects.toMatchObject({ status: 404 })
  })

  it('a repeated question is listed despite its phrase', async () => {
    await questions.saveUnanswered('capybara limit', [AGE], false)
    await add('capybara', await ids())
    await questions.saveUnanswered('capybara limit', [AGE], false)
    expect(await questions.listQuestions()).toMatchObject([{ question: 'capybara limit', unanswered: 1 }])
  })

  it('a phrase is refused if somebody else has handled its questions', async () => {
    await questions.saveUnanswered('capybara limit', [AGE], false)
    const of = await ids()
    await questions.changeQuestions(BY, of, 'dismissed')
    await expect(add('capybara', of)).rejects.toMatchObject(refusal)
    await questions.changeQuestions(BY, of, 'open')
    const both = await Promise.allSettled([add('capybara', of), add('capybara limit', of)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await store.listPhrases()).toHaveLength(1)
  })

  it('a phrase exists once, ignoring case and punctuation', async () => {
    await add('Capybara Limit')
    const message =
      'Dana Whitfield has added “Capybara Limit” already. The list of phrases shows which rule it leads to.'
    await expect(add('capybara limit!')).rejects.toMatchObject({
      ...{ status: 409, code: 'already_there', message },
      more: { item: { phrase: 'Capybara Limit', href: AGE, addedBy: 'Dana Whitfield' } },
    })
  })

  it('a phrase replaces one with the same words only if it names that one, and takes over its questions', async () => {
    await questions.saveUnanswered('is there a capybara limit', [AGE], false)
    const { id } = await add('Capybara Limit', await ids())
    const draft = { phrase: 'capybara limit', href: '/rules/elsewhere#1', questions: [], replaces: id }
    await store.addPhrase(BY, draft)
    expect(await store.listPhrases()).toMatchObject([{ phrase: 'capybara limit', href: '/rules/elsewhere#1' }])
    expect(await ids()).toEqual([])
    expect((await database.db.select().from(auditLog).orderBy(auditLog.seq)).at(-1)).toMatchObject({
      action: 'addPhrase',
      before: { phrase: 'Capybara Limit', href: AGE },
      after: { phrase: 'capybara limit', href: '/rules/elsewhere#1', questions: 0 },
    })
    const [now] = await store.listPhrases()
    await store.addPhrase(BY, { ...draft, phrase: 'manatees', replaces: now?.id ?? 0 })
    expect(await store.listPhrases()).toHaveLength(2)
  })

  it(`a phrase is refused when there are already ${MAX_PHRASES}`, async () => {
    await database.pool.query(
      `insert into assistant_phrases (phrase, words, href, added_at, added_by_id, added_by_name)
       select 'p' || n, 'p' || n, $1, now(), '1', 'Dana' from generate_series(1, $2) n`,
      [AGE, MAX_PHRASES],
    )
    await expect(add('one more')).rejects.toMatchObject({ status: 409, code: 'too_many_phrases' })
  })
})
