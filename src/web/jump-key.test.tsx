import { afterEach, expect, it } from 'vitest'
import { type BufferedKeys, takeBufferedKeys } from './buffered-keys.ts'
import { bufferJumpKeys } from './jump-key.ts'

afterEach(() => {
  takeBufferedKeys(() => undefined)
  document.body.replaceChildren()
})

/** Returns whether the page receives the key. */
function press(key: string, more: KeyboardEventInit = {}): boolean {
  const field = document.body.appendChild(document.createElement('input'))
  let isHeard = false
  field.addEventListener('keydown', () => {
    isHeard = true
  })
  return field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })) && isHeard
}

function taken(): BufferedKeys | null {
  let held: BufferedKeys | null = null
  takeBufferedKeys((keys) => {
    held = keys
  })
  return held
}

it('keys after Ctrl K are buffered, and the page does not receive them', () => {
  bufferJumpKeys()
  expect(press('a')).toBe(true)
  expect(press('k', { ctrlKey: true })).toBe(false)
  for (const key of ['d', 'e', 'x', 'Backspace', 'v', 'Enter']) expect(press(key)).toBe(false)
  expect(taken()).toEqual({ text: 'dev', isEntered: true })
  expect(press('a')).toBe(true)
})

it('Escape or a second Ctrl K ends the buffering', () => {
  bufferJumpKeys()
  press('k', { metaKey: true })
  press('a')
  press('Escape')
  expect(press('b')).toBe(true)
  press('k', { ctrlKey: true })
  press('k', { ctrlKey: true })
  expect(press('c')).toBe(true)
  expect(taken()).toBeNull()
})

it('other shortcuts are left to the browser', () => {
  bufferJumpKeys()
  press('k', { ctrlKey: true })
  expect(press('r', { ctrlKey: true })).toBe(true)
  expect(press('Tab')).toBe(true)
})

it('Ctrl K is reported, so that the code of the palette loads for a visitor', () => {
  let calls = 0
  const tell = () => {
    calls += 1
  }
  document.addEventListener('jump', tell)
  bufferJumpKeys()
  press('a')
  expect(calls).toBe(0)
  press('k', { ctrlKey: true })
  expect(calls).toBe(1)
  expect(document.documentElement.dataset).toHaveProperty('jump')
  document.removeEventListener('jump', tell)
})
