/**
 * How Discord can fail us. No message ever carries a token, a code or a secret, and no `cause` is attached: the causes
 * of these errors hold requests and answers, and a log would print them.
 */

/** The sign-in ended on the person's side: they pressed Deny, the code was used or too old, the state was not ours. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'
  readonly reason: 'denied' | 'code' | 'state' | 'scope'
  constructor(reason: SignInRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Discord could not be asked: unreachable, slow, failing, limiting us, or refusing this site's own credentials. */
export class DiscordUnavailable extends Error {
  override readonly name = 'DiscordUnavailable'
  /** Set when Discord said how long to wait. */
  readonly retryAfterSeconds: number | undefined
  constructor(message: string, retryAfterSeconds?: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer came, or one that only says that Discord is down: the log says that once for all who ask. */
export class DiscordUnreachable extends DiscordUnavailable {}

/** What this person once granted no longer holds: expired, or they removed the application in Discord's settings. */
export class GrantGone extends Error {
  override readonly name = 'GrantGone'
}

/** Discord said no to giving somebody a role, and says so again until somebody fixes it; the message says how. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused'
}
