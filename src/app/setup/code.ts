import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { MINUTE } from '#lib/dates.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'

/**
 * No letters and digits that look alike, because a person reads the code in a log and types it. 31 characters, 20
 * times: 99 bits.
 */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const LETTERS_A_GROUP = 5
const MAX_WRONG_A_MINUTE = 10

/** The code of the set-up. Only a person who can read the site's log knows it. */
export interface SetUpCode {
  /**
   * The code as it is printed in the log. Once the site is set up the code gives no access, because the set-up no
   * longer runs.
   */
  text: string
  /**
   * Returns a session token for the right code; an earlier session ends. Returns 'wrong' for a wrong code and
   * 'too-many' while no code is accepted because of too many wrong ones.
   */
  enter(given: string): { token: string } | 'wrong' | 'too-many'
  isSession(token: string | undefined): boolean
}

export function createCode(clock: () => Date = () => new Date()): SetUpCode {
  const time = monotonicClock(clock)
  const group = () => Array.from({ length: LETTERS_A_GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const text = Array.from({ length: GROUPS }, group).join('-')
  const code = digest(plain(text))
  let wrong: number[] = []
  let session: Buffer | null = null

  return {
    text,
    enter(given) {
      wrong = wrong.filter((at) => time() - at < MINUTE)
      if (wrong.length >= MAX_WRONG_A_MINUTE) return 'too-many'
      if (!timingSafeEqual(digest(plain(given)), code)) {
        wrong.push(time())
        return 'wrong'
      }
      const token = randomBytes(32).toString('base64url')
      session = digest(token)
      return { token }
    },
    isSession: (token) => token !== undefined && session !== null && timingSafeEqual(digest(token), session),
  }
}

/** Normalizes a code, however the person typed it. */
const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Hashes have the same length, so that a constant-time comparison reveals nothing about the values. */
const digest = (text: string) => createHash('sha256').update(text).digest()
