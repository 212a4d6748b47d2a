import { expect, it } from 'vitest'
import { createCode } from './code.ts'

it('the set-up code is accepted in any spelling', () => {
  const code = createCode()
  expect(code.text).toMatch(/^[A-Z2-9]{5}(-[A-Z2-9]{5}){3}$/)
  for (const typed of [code.text, code.text.toLowerCase(), ` ${code.text.replaceAll('-', ' ')} `]) {
    const entered = code.enter(typed)
    if (typeof entered === 'string') return expect.fail(entered)
    expect(code.isSession(entered.token)).toBe(true)
  }
})

it('the set-up code differs at each start, and a session needs it', () => {
  const code = createCode()
  expect(code.text).not.toBe(createCode().text)
  expect(code.enter(createCode().text)).toBe('wrong')
  expect(code.enter('')).toBe('wrong')
  expect(code.isSession(undefined)).toBe(false)
  expect(code.isSession('')).toBe(false)
})

it('only the last person who entered the code can continue', () => {
  const code = createCode()
  const [first, second] = [code.enter(code.text), code.enter(code.text)]
  if (typeof first === 'string' || typeof second === 'string') return expect.fail('it is right')
  expect(code.isSession(first.token)).toBe(false)
  expect(code.isSession(second.token)).toBe(true)
})

it('after ten wrong codes in a minute no code is accepted, not even the right one', () => {
  let now = 0
  const code = createCode(() => new Date(now))
  for (let times = 0; times < 10; times++) expect(code.enter('wrong')).toBe('wrong')
  expect(code.enter(code.text)).toBe('too-many')
  now += 60_000
  expect(code.enter(code.text)).toHaveProperty('token')
})
