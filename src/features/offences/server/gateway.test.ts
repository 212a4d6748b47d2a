import { expect, it } from 'vitest'
import { useCommunityCopy } from '#test/community-copy.ts'
import { readOffences } from './gateway.ts'

const copy = useCommunityCopy()

it('a community without the file has no offences', () => {
  copy().remove('offences.yaml')
  expect(readOffences(copy().dir, { actionTypes: [], playerTypes: [] })).toEqual([])
})
