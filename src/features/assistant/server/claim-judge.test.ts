import { expect, it } from 'vitest'
import { readSupported } from './claim-judge.ts'

const SUPPORTED = '{"verdicts":[{"statement":1,"verdict":"supported"}]}'

it.each([SUPPORTED, `\`\`\`json\n${SUPPORTED}\n\`\`\``, `\`\`\`\n${SUPPORTED}\n\`\`\``])(
  'the verdicts in %j are read',
  (reply) => {
    expect(readSupported(reply, 1)).toEqual([true])
  },
)

it.each([`\`\`\`${'\n'.repeat(500_000)}x`, `${' '.repeat(10_000)}${SUPPORTED}`])(
  'there is no verdict in an endless reply',
  (reply) => {
    expect(readSupported(reply, 1)).toEqual([false])
  },
)
