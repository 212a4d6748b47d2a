import { createHash, randomBytes } from 'node:crypto'

/** Like Discord's, an authorization code works once, for about 100 seconds. */
const CODE_SECONDS = 100
/** Discord's access tokens are always valid for seven days. */
const TOKEN_SECONDS = 604_800

export interface IssuedTokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

/** An error of the token endpoint (RFC 6749 section 5.2). */
export interface TokenError {
  error: 'invalid_grant' | 'invalid_request' | 'unsupported_grant_type'
  error_description: string
}

interface Code {
  personId: string
  redirectUri: string
  challenge: string | null
  expiresAt: number
}

interface Token {
  personId: string
  scopes: string[]
  expiresAt: number
}

/** The scopes that each person granted, and their codes and tokens. Everything is lost when the process ends. */
export class Authorizations {
  readonly #clock: () => Date
  readonly #granted = new Map<string, Set<string>>()
  readonly #codes = new Map<string, Code>()
  readonly #accessTokens = new Map<string, Token>()
  readonly #refreshTokens = new Map<string, Token>()

  constructor(clock: () => Date) {
    this.#clock = clock
  }

  /** Whether the person has granted all of these scopes before. If so, `prompt=none` shows no screen. */
  covers(personId: string, scopes: string[]): boolean {
    return scopes.every((scope) => this.#granted.get(personId)?.has(scope))
  }

  /** Adds to the granted scopes, and creates the code that the browser takes back to the application. */
  allow(personId: string, scopes: string[], request: { redirectUri: string; challenge: string | null }): string {
    this.#granted.set(personId, new Set([...(this.#granted.get(personId) ?? []), ...scopes]))
    this.#forgetExpired()
    const code = randomBytes(15).toString('hex')
    this.#codes.set(code, { personId, ...request, expiresAt: this.#now() + CODE_SECONDS * 1000 })
    return code
  }

  redeemCode(request: { code: string; redirectUri: string; verifier: string | null }): IssuedTokens | TokenError {
    const code = this.#codes.get(request.code)
    this.#codes.delete(request.code)
    if (!code || code.expiresAt <= this.#now()) return error('invalid_grant', 'Invalid "code" in request.')
    if (code.redirectUri !== request.redirectUri) return error('invalid_grant', 'Invalid "redirect_uri" in request.')
    if (code.challenge !== null) {
      if (request.verifier === null) return error('invalid_request', 'Missing "code_verifier"')
      const challenge = createHash('sha256').update(request.verifier).digest('base64url')
      if (!/^[\w.~-]{43,128}$/.test(request.verifier) || challenge !== code.challenge) {
        return error('invalid_request', 'Invalid "code_verifier"')
      }
    }
    return this.#issue(code.personId)
  }

  /** Exchanges a refresh token, which works once. The reply contains the next refresh token. */
  refresh(refreshToken: string): IssuedTokens | TokenError {
    const token = this.#refreshTokens.get(refreshToken)
    this.#refreshTokens.delete(refreshToken)
    if (!token) return error('invalid_grant', 'Invalid "refresh_token" in request.')
    return this.#issue(token.personId)
  }

  findToken(accessToken: string): Token | null {
    const token = this.#accessTokens.get(accessToken)
    return token && token.expiresAt > this.#now() ? token : null
  }

  /** Revoking one token revokes all tokens of the person, as at Discord. */
  revokeToken(value: string): void {
    const token = this.#accessTokens.get(value) ?? this.#refreshTokens.get(value)
    if (token) this.revokePerson(token.personId)
  }

  /** Does what happens when the person removes the application in Discord's settings. */
  revokePerson(personId: string): void {
    this.#granted.delete(personId)
    for (const tokens of [this.#codes, this.#accessTokens, this.#refreshTokens]) {
      for (const [value, token] of tokens) if (token.personId === personId) tokens.delete(value)
    }
  }

  /** The token has all scopes that the person ever granted, which are often more than this sign-in asked for. */
  #issue(personId: string): IssuedTokens {
    const scopes = [...(this.#granted.get(personId) ?? [])]
    const token: Token = { personId, scopes, expiresAt: this.#now() + TOKEN_SECONDS * 1000 }
    const accessToken = randomBytes(15).toString('hex')
    const refreshToken = randomBytes(15).toString('hex')
    this.#accessTokens.set(accessToken, token)
    this.#refreshTokens.set(refreshToken, token)
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    }
  }

  #forgetExpired(): void {
    for (const tokens of [this.#codes, this.#accessTokens]) {
      for (const [value, { expiresAt }] of tokens) if (expiresAt <= this.#now()) tokens.delete(value)
    }
  }

  #now(): number {
    return this.#clock().getTime()
  }
}

function error(error: TokenError['error'], description: string): TokenError {
  return { error, error_description: description }
}
