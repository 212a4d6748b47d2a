import { expect, it } from 'vitest'
import { parseRulebook } from '#features/assistant/rules.ts'
import type { Db } from '#server/database/database.ts'
import { createFindRules } from './linked-rules.ts'

const ORIGIN = 'https://hammock.example'
const MARKDOWN = '# Conduct\n\nHow we behave.\n\n## Chat\n\n### 1.1 Be kind\n\nNobody is insulted.\n'
const CODE = { href: '/ten-codes#code-10-4', title: '10-4', text: '10-4: understood.' }
const db: Db = Object.create(null)

function findRules() {
  let reads = 0
  const find = createFindRules({
    origin: ORIGIN,
    rulebooks: [parseRulebook('conduct', MARKDOWN).rulebook],
    codes: async () => {
      reads += 1
      return [CODE]
    },
  })
  return { titlesOf: async (link: string) => (await find(db, [link])).get(link)?.title, reads: () => reads }
}

it.each([
  ['a rule', '/rules/conduct#11-be-kind', '1.1 Be kind'],
  ['a rule by the whole address', `${ORIGIN}/rules/conduct#11-be-kind`, '1.1 Be kind'],
  ['a rule after a slash', '/rules/conduct/#11-be-kind', '1.1 Be kind'],
  ['a rule after a search', '/rules/conduct?from=discord#11-be-kind', '1.1 Be kind'],
  ['a code', '/ten-codes#code-10-4', '10-4'],
  ['a code after a search', '/ten-codes?search=10-4#code-10-4', '10-4'],
])('a link to %s finds its text', async (_, link, title) => {
  expect(await findRules().titlesOf(link)).toBe(title)
})

it.each([
  ['a rule that is not there', '/rules/conduct#12-be-quick'],
  ['a page that is no rule', '/departments'],
  ['the page of all codes', '/ten-codes'],
  ['another website', 'https://rules.example/ten-codes#code-10-4'],
  ['an address of mail', 'mailto:rules@hammock.example'],
])('a link to %s finds nothing, and reads no codes', async (_, link) => {
  const { titlesOf, reads } = findRules()
  expect(await titlesOf(link)).toBeUndefined()
  expect(reads()).toBe(0)
})
