import { describe, expect, it } from 'vitest'
import { KEEP_COUNTS_FOR, type KnownState, NOTHING_KNOWN, STALE_AFTER, stateAfter } from './rules.ts'

const NOW = new Date('2026-03-14T20:00:00Z')
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)
const ONLINE: KnownState = { shown: { isOnline: true, players: 28, slots: 64 }, readAt: NOW.getTime() }

describe('The state of the game server', () => {
  it('the state is its counts, as soon as they are known', () => {
    expect(stateAfter(NOTHING_KNOWN, { players: 28, slots: 64 }, NOW)).toEqual(ONLINE)
  })

  it.each(['unreachable', 'unreadable'] as const)('the state stays for some time when the server is %s', (asked) => {
    expect(stateAfter(ONLINE, asked, later(KEEP_COUNTS_FOR - 1))).toBe(ONLINE)
  })

  it('the state is offline after a long time without a response', () => {
    const offline = stateAfter(ONLINE, 'unreachable', later(KEEP_COUNTS_FOR))
    expect(offline.shown).toEqual({ isOnline: false, players: 0, slots: 64 })
    expect(stateAfter(offline, 'unreachable', later(STALE_AFTER)).shown?.isOnline).toBe(false)
    expect(stateAfter(offline, { players: 1, slots: 64 }, later(STALE_AFTER)).shown).toEqual({
      isOnline: true,
      players: 1,
      slots: 64,
    })
  })

  it('the state is null after repeated invalid responses', () => {
    expect(stateAfter(ONLINE, 'unreadable', later(KEEP_COUNTS_FOR)).shown).toBeNull()
  })

  it('the state is null if the server was never reached, because its address may be wrong', () => {
    expect(stateAfter(NOTHING_KNOWN, 'unreachable', NOW)).toEqual(NOTHING_KNOWN)
  })
})
