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

/** The third-party handler of verifications. Another provider is another file that has this shape. */
export interface VerificationProvider {
  /** Throws `ProviderFailed`. */
  createSession(subject: VerificationSubject): Promise<VerificationOpened>
}

/** The provider could not be asked, or said no. The message never holds a key, a token or an address. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
}
