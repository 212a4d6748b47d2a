import { describe, expect, it } from 'vitest'
import { assertDurable } from './durable-fs.ts'

/** A fake PGlite with what `assertDurable` needs. */
function engine(fsync: string, onCommit: () => void) {
  return {
    async query<T>(text: string) {
      if (text === 'show fsync') return JSON.parse(`{"rows":[{"fsync":"${fsync}"}],"fields":[]}`)
      onCommit()
      return { rows: [] as T[], fields: [] }
    },
  }
}

describe('The check of durable commits at a start', () => {
  it('a start succeeds if a commit reached the disk', async () => {
    let fsyncs = 3
    await assertDurable(
      engine('on', () => fsyncs++),
      () => fsyncs,
    )
  })

  it('a start fails if fsync is off', async () => {
    let fsyncs = 3
    const proof = assertDurable(
      engine('off', () => fsyncs++),
      () => fsyncs,
    )
    await expect(proof).rejects.toThrow('does not write commits through to the disk')
  })

  it('a start fails if a commit did not reach the disk, whatever the setting says', async () => {
    const proof = assertDurable(
      engine('on', () => undefined),
      () => 3,
    )
    await expect(proof).rejects.toThrow('does not write commits through to the disk')
  })
})
