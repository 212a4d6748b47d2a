import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'

const connections = (count: number) => Array.from({ length: count }, () => new PassThrough())

it('a visitor has a limited number of connections, and a closed one is free again', async () => {
  const places = createPlaces(2)
  const [one = new PassThrough(), ...others] = connections(3)
  expect([one, ...others].map((each) => places.take('203.0.113.9', each))).toEqual([true, true, false])
  expect(places.take('203.0.113.10', new PassThrough())).toBe(true)
  one.destroy()
  await expect.poll(() => places.take('203.0.113.9', new PassThrough())).toBe(true)
})

it('a closed connection does not count', () => {
  const places = createPlaces(1)
  expect(places.take('203.0.113.9', new PassThrough().destroy())).toBe(false)
  expect(places.take('203.0.113.9', new PassThrough())).toBe(true)
})

it('an IPv6 /48 has ten times as many connections, in any number of networks', () => {
  const places = createPlaces(2)
  const taken = connections(40).map((each, at) => places.take(`2001:db8:1:${at.toString(16)}::1`, each))
  expect(taken.filter(Boolean)).toHaveLength(20)
  expect(places.take('2001:db8:2::1', new PassThrough())).toBe(true)
})
