import { expect, it } from 'vitest'
import { supportedIn } from './claim-judge.ts'

const SUPPORTED = '{"verdicts":[{"statement":1,"verdict":"supported"}]}'

it.each([SUPPORTED, `\`\`\`json\n${SUPPORTED}\n\`\`\``, `\`\`\`\n${SUPPORTED}\n\`\`\``])(
  'reads the verdicts in %j',
  (said) => {
    expect(supportedIn(said, 1)).toEqual([true])
  },
)

it('reads a reply of empty lines without an end at once', () => {
  expect(supportedIn(`\`\`\`${'\n'.repeat(500_000)}x`, 1)).toEqual([false])
})
