import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts Discord tokens for storage, so that a copy of the database gives no access to an account (ASVS 11.3). */
export interface TokenSeal {
  seal(token: string): string
  /** The token. Null if it was encrypted with another client secret or was altered. */
  open(sealed: string): string | null
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** Uses AES-256-GCM with a key that is derived from the application's client secret. */
export function createTokenSeal(clientSecret: string): TokenSeal {
  const key = Buffer.from(hkdfSync('sha256', clientSecret, '', 'discord access token', 32))
  return {
    seal: (token) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length <= IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null // the tag does not match: another key, or altered data
      }
    },
  }
}
