import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { MINUTE } from '#lib/dates.ts'
import { monotonicClock } from '#lib/monotonic-clock.ts'

/** Without letters and digits that look alike: it is read off a log and typed. 31 of them, 20 times: 99 bits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const LETTERS_A_GROUP = 5
const MAX_WRONG_A_MINUTE = 10

/** Who may set the site up: the person who reads its log. */
export interface SetUpCode {
  /** For the log. It opens nothing any more once the site is set up, because then there is no set-up. */
  text: string
  /**
   * The token of a session for the right code, which ends any other; 'wrong', or 'too-many' where none is tried now.
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

/** However somebody types it. */
const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Of one length, so that comparing two says nothing about either. */
const digest = (text: string) => createHash('sha256').update(text).digest()
