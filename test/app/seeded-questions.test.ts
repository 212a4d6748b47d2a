import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chat } from '#features/assistant/contract.ts'
import { listMissedQuestions, listPhrases } from '#features/assistant-questions/contract.ts'
import { readQuestions, seedQuestions } from '#features/assistant-questions/server/seed.ts'
import { fillCodes } from '#features/codes/server/gateway.ts'
import { root } from '#server/paths.ts'
import { useWorld } from '../world.ts'

const demoDir = join(root, 'demo')
const { unanswered } = readQuestions(demoDir)
const world = useWorld({ app: { chatLimits: { visitorMinute: 100, visitorDay: 100 } } })

it('the demo shows each question once that the assistant does not answer, with rules that exist', async () => {
  const { database, now: clock } = world()
  await fillCodes({ database, communityDir: join(root, 'community'), clock })
  for (let start = 0; start < 2; start++)
    await seedQuestions({ demoDir, database, clock, people: [], verifiedRole: null })
  const { data, dismissed, sums } = (await world().as.management(listMissedQuestions)).body
  expect(data[0]).toMatchObject({ question: 'is aim assist allowed', unanswered: 9 })
  expect(data.length).toBeGreaterThanOrEqual(15)
  expect(data.filter(({ down }) => down > 0).length).toBeGreaterThanOrEqual(4)
  expect(dismissed).toHaveLength(2)
  const shown = [...data, ...dismissed].flatMap(({ rules }) => rules.map(({ href }) => href))
  expect(unanswered.flatMap(({ rules }) => rules).filter((href) => !shown.includes(href))).toEqual([])
  expect(sums).toEqual({ unanswered: 46, up: 38, down: 6 })
  const phrases = (await world().as.management(listPhrases)).body.data
  expect(phrases.map(({ phrase, rule }) => [phrase, rule?.title])).toEqual([
    ['livery pack', '3.3 Game modifications that are allowed'],
    ['playing possum', '6.5 Playing injuries'],
  ])

  const missed: string[] = []
  for (const { question: content } of unanswered) {
    const { body } = await world().as.anyone(chat, { body: { chatMessages: [{ type: 'user', content }] } })
    if (body.kind === 'unanswered') missed.push(content)
  }
  // The search improves over time. At least 70% of the demo's unanswered questions must still have no answer.
  expect(missed.length, missed.join('\n')).toBeGreaterThanOrEqual(unanswered.length * 0.7)
})
