/**
 * The errors of calls to Discord. No message contains a token, a code or a secret. No `cause` is attached, because the
 * causes contain requests and responses, and a log would print them.
 */

/** The sign-in failed on the person's side: they pressed Deny, the code was used or expired, or the state was wrong. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'
  readonly reason: 'denied' | 'code' | 'state' | 'scope'
  constructor(reason: SignInRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Discord is unreachable, slow, failing, limiting the rate, or rejecting this site's own credentials. */
export class DiscordUnavailable extends Error {
  override readonly name = 'DiscordUnavailable'
  /** Set if Discord stated how long to wait. */
  readonly retryAfterSeconds: number | undefined
  constructor(message: string, retryAfterSeconds?: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Discord sent no response, or only one that says it is down. The log reports the outage once for all callers. */
export class DiscordUnreachable extends DiscordUnavailable {}

/** The person's grant is no longer valid: it expired, or they removed the application in Discord's settings. */
export class GrantGone extends Error {
  override readonly name = 'GrantGone'
}

/** Discord rejected giving a person a role. Retrying does not help until the cause is fixed. The message says how. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused'
}
