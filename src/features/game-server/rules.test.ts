import { describe, expect, it } from 'vitest'
import { FORGOTTEN_AFTER, type Known, knownAfter, NOTHING_KNOWN, STANDS_FOR } from './rules.ts'

const NOW = new Date('2026-03-14T20:00:00Z')
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)
const ONLINE: Known = { shown: { isOnline: true, players: 28, slots: 64 }, readAt: NOW.getTime() }

describe('What is known of the game server', () => {
  it('are its counts, as soon as it says them', () => {
    expect(knownAfter(NOTHING_KNOWN, { players: 28, slots: 64 }, NOW)).toEqual(ONLINE)
  })

  it.each(['unreachable', 'unreadable'] as const)('stands for a while when it is %s', (asked) => {
    expect(knownAfter(ONLINE, asked, later(STANDS_FOR - 1))).toBe(ONLINE)
  })

  it('is that it is offline, once it did not answer for long', () => {
    const offline = knownAfter(ONLINE, 'unreachable', later(STANDS_FOR))
    expect(offline.shown).toEqual({ isOnline: false, players: 0, slots: 64 })
    expect(knownAfter(offline, 'unreachable', later(FORGOTTEN_AFTER)).shown?.isOnline).toBe(false)
    expect(knownAfter(offline, { players: 1, slots: 64 }, later(FORGOTTEN_AFTER)).shown).toEqual({
      isOnline: true,
      players: 1,
      slots: 64,
    })
  })

  it('is nothing, once it answered nonsense for long', () => {
    expect(knownAfter(ONLINE, 'unreadable', later(STANDS_FOR)).shown).toBeNull()
  })

  it('is nothing while it was never reached: its address may be wrong', () => {
    expect(knownAfter(NOTHING_KNOWN, 'unreachable', NOW)).toEqual(NOTHING_KNOWN)
  })
})
