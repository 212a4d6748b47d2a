import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BadConfiguration } from '#server/config/environment.ts'
import { root } from '#server/paths.ts'
import { copyCommunity } from '#test/community-copy.ts'
import { readPublicContent } from './gateway.ts'

it('the department files are read as the pages /fhp, /hcso and /ttpd', () => {
  const { departments, cards } = readPublicContent(join(root, 'community'), ['/', '/users'])
  expect(departments.map(({ slug }) => slug)).toEqual(['fhp', 'hcso', 'ttpd'])
  expect(cards.data.map(({ href }) => href)).toEqual(['/fhp', '/hcso', '/ttpd', expect.any(String), expect.any(String)])
})

it('the colours of a department are checked on the backgrounds of its community', () => {
  const copy = copyCommunity()
  onTestFinished(copy.discard)
  copy.edit('departments.yaml', 'main: "#f0a35e", deep: "#6b1420"', 'main: "#959bb5", deep: "#101010"')
  readPublicContent(copy.dir, [])
  copy.edit('look.yaml', 'colours: {}', 'colours: { haze: "#29345c" }')
  expect(() => readPublicContent(copy.dir, [])).toThrow(BadConfiguration)
  expect(() => readPublicContent(copy.dir, [])).toThrow(
    'elsewhere.0.accents.main: a colour that can be read: #959bb5 on haze (#29345c) has a contrast of 4.3, and words need 4.5',
  )
})
