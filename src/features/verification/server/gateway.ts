import type { Group, Reported } from '../rules.ts'

/** Who is to be verified: nothing of the person but what the provider must have. */
export interface VerificationSubject {
  /** What the provider calls this verification when it reports back; opaque, at most 64 characters. */
  subjectRef: string
  email: string
  /** True: the person cannot verify with another address. */
  emailLocked: boolean
}

/** A verification that was opened at the provider and waits for the person. */
export interface VerificationOpened {
  token: string
  /** The provider's page for this person. */
  popupUrl: string
}

/** What a provider says of one verification. Whatever else it says of the person ends where this is made. */
export interface VerificationReport {
  /** Null where the provider did not say whose it is, or something that cannot be ours. */
  subjectRef: string | null
  status: Reported
  group: Group
  /** The provider's own time, as it wrote it: good for knowing a report again. */
  reportedAt: string
}

/** The third-party handler of verifications. Another provider is another file that has this shape. */
export interface VerificationProvider {
  /** Throws `ProviderFailed`. */
  createSession(subject: VerificationSubject): Promise<VerificationOpened>
  /** Whether this is the key that the provider's webhooks carry; takes as long for a near miss as for any other. */
  isWebhookKey(key: string): boolean
  /** What a webhook's body says; null where it is not the provider's shape. */
  parseWebhook(body: unknown): VerificationReport[] | null
}

/** The provider could not be asked, or said no. The message never holds a key, a token or an address. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
}
