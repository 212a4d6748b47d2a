import { expect, it } from 'vitest'
import { readSupported } from './claim-judge.ts'

const SUPPORTED = '{"verdicts":[{"statement":1,"verdict":"supported"}]}'

it.each([SUPPORTED, `\`\`\`json\n${SUPPORTED}\n\`\`\``, `\`\`\`\n${SUPPORTED}\n\`\`\``])(
  'reads the verdicts in %j',
  (said) => {
    expect(readSupported(said, 1)).toEqual([true])
  },
)

it.each([`\`\`\`${'\n'.repeat(500_000)}x`, `${' '.repeat(10_000)}${SUPPORTED}`])(
  'finds no verdict in a reply that goes on and on',
  (said) => {
    expect(readSupported(said, 1)).toEqual([false])
  },
)
