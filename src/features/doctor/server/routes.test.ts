import { expect, it } from 'vitest'
import { msg } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import { bad, badInEnglish, type Finding, good } from '#server/finding.ts'
import { useWorld } from '#test/world.ts'
import { listFindings, listOwnTasks } from '../contract.ts'

let looks = 0
let look: () => Promise<Finding[]> = async () => []
const world = useWorld({
  app: {
    diagnose: () => {
      looks++
      return look()
    },
    ownTasks: async () => [{ key: 'name', isDone: true }],
  },
})

it('the doctor reports to owners what is right, what is wrong and how to fix it', async () => {
  look = async () => [
    good(withValues('Node {version}', { version: 'v24.1.0' })),
    bad(
      withValues('TZ is {timeZone}, which is not a time zone', { timeZone: 'Tampa' }),
      msg('Write it as in TZ=America/New_York, then start the site again.'),
    ),
    badInEnglish('site.yaml line 3: a name', msg('Correct the line, then run the doctor again.')),
  ]
  const { status, body } = await world().as.owner(listFindings)
  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      { ok: true, what: 'Node v24.1.0', fix: null },
      {
        ok: false,
        what: 'TZ is Tampa, which is not a time zone',
        fix: 'Write it as in TZ=America/New_York, then start the site again.',
      },
      {
        ok: false,
        what: 'site.yaml line 3: a name',
        title: 'site.yaml line 3',
        fix: 'Correct the line, then run the doctor again.',
        isEnglish: true,
      },
    ],
    lookedAt: world().now().toISOString(),
  })
})

it('the doctor runs once for all requests within a short time, and again later', async () => {
  looks = 0
  let finish = () => {}
  look = () =>
    new Promise((resolve) => {
      finish = () => resolve([])
    })
  const both = [world().as.owner(listFindings), world().as.owner(listFindings)]
  await expect.poll(() => looks).toBe(1)
  world().pass(60_000)
  const third = world().as.owner(listFindings)
  await new Promise((resolve) => setImmediate(resolve))
  finish()
  await Promise.all([...both, third])
  await world().as.owner(listFindings)
  expect(looks).toBe(1)
  world().pass(10_000)
  look = async () => []
  expect((await world().as.owner(listFindings)).status).toBe(200)
  expect(looks).toBe(2)
})

it('the doctor lists the open steps to customize the site for owners', async () => {
  expect((await world().as.owner(listOwnTasks)).body).toEqual({ data: [{ key: 'name', isDone: true }] })
})

it('a failed run of the doctor is not cached', async () => {
  look = () => Promise.reject(new Error('this test'))
  expect((await world().as.owner(listFindings)).status).toBe(500)
  world().pass(10_000)
  look = async () => []
  expect((await world().as.owner(listFindings)).status).toBe(200)
})
