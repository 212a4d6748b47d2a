import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { readFrontDoor } from './gateway.ts'

it('The departments’ files are read as the pages /fhp, /hcso and /ttpd', () => {
  const { departments, cards } = readFrontDoor(join(root, 'community'), ['/', '/users'])
  expect(departments.map(({ slug }) => slug)).toEqual(['fhp', 'hcso', 'ttpd'])
  expect(cards.data.map(({ href }) => href)).toEqual(['/fhp', '/hcso', '/ttpd', expect.any(String), expect.any(String)])
})
