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

it('holds what is typed after Ctrl K, and the page hears none of it', () => {
  bufferJumpKeys()
  expect(press('a')).toBe(true)
  expect(press('k', { ctrlKey: true })).toBe(false)
  for (const key of ['d', 'e', 'x', 'Backspace', 'v', 'Enter']) expect(press(key)).toBe(false)
  expect(taken()).toEqual({ text: 'dev', isEntered: true })
  expect(press('a')).toBe(true)
})

it('lets go after Escape or a second Ctrl K', () => {
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

it('leaves other shortcuts to the browser', () => {
  bufferJumpKeys()
  press('k', { ctrlKey: true })
  expect(press('r', { ctrlKey: true })).toBe(true)
  expect(press('Tab')).toBe(true)
})

it('says that Ctrl K was pressed, so that its code is fetched for a visitor', () => {
  let told = 0
  const tell = () => {
    told += 1
  }
  document.addEventListener('jump', tell)
  bufferJumpKeys()
  press('a')
  expect(told).toBe(0)
  press('k', { ctrlKey: true })
  expect(told).toBe(1)
  expect(document.documentElement.dataset).toHaveProperty('jump')
  document.removeEventListener('jump', tell)
})
