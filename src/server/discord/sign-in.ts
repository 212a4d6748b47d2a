import * as oauth from 'oauth4webapi'
import { isLoopback } from '../loopback.ts'
import { DiscordUnavailable, SignInRefused } from './failures.ts'
import type { Requests } from './requests.ts'
import type { DiscordSettings } from './settings.ts'

/** The secrets of one sign-in, which the callback must match. They are kept on the server and used once. */
export interface SignInAttempt {
  state: string
  codeVerifier: string
}

/** The access that a person granted. The token stays on the server. */
export interface Grant {
  accessToken: string
  expiresAt: Date
  /** May contain more scopes than requested: Discord adds those that the person granted earlier. */
  scopes: string[]
}

/** Sign-in through Discord with OAuth 2.0 and PKCE. */
export interface SignIn {
  /** Fresh state and PKCE verifier, 256 bits each. */
  newAttempt(): Promise<SignInAttempt>
  /** The URL to redirect the browser to. `none` skips Discord's screen for people who granted all of `scope` before. */
  authorizationUrl(attempt: SignInAttempt & { scope: string; prompt: 'none' | 'consent' }): Promise<URL>
  /**
   * Exchanges the callback's code for a grant. Throws `SignInRefused` if the person or their browser is the cause, also
   * if not all of `scope` (default `identify`) was granted. Throws `DiscordUnavailable` otherwise.
   */
  exchangeCode(callback: URLSearchParams, expected: SignInAttempt & { scope?: string }): Promise<Grant>
}

export function createSignIn(
  { clientId, clientSecret, apiUrl, authorizeUrl, redirectUri }: DiscordSettings,
  { requests, clock }: { requests: Requests; clock: () => Date },
): SignIn {
  const server: oauth.AuthorizationServer = { issuer: 'https://discord.com', token_endpoint: `${apiUrl}/oauth2/token` }
  const client: oauth.Client = { client_id: clientId }
  const isHere = isLoopback(new URL(apiUrl).hostname)

  return {
    async newAttempt() {
      return { state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier() }
    },

    async authorizationUrl({ state, codeVerifier, scope, prompt }) {
      const url = new URL(authorizeUrl)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        prompt,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).toString()
      return url
    },

    async exchangeCode(callback, { state, codeVerifier, scope = 'identify' }) {
      const parameters = validatedCallback(callback)
      let answer: oauth.TokenEndpointResponse
      try {
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          // Not Basic: there the library percent-encodes the secret (RFC 6749, 2.3.1), and not every server decodes it.
          oauth.ClientSecretPost(clientSecret),
          parameters,
          redirectUri,
          codeVerifier,
          {
            [oauth.allowInsecureRequests]: isHere,
            [oauth.customFetch]: (url, init) => requests.send(url, init, `Client ${clientId}`),
          },
        )
        answer = await oauth.processAuthorizationCodeResponse(server, client, response)
      } catch (error) {
        throw exchangeFailure(error)
      }
      const scopes = (answer.scope ?? '').split(' ').filter((word) => word !== '')
      const missing = scope.split(' ').filter((word) => !scopes.includes(word))
      if (missing.length > 0) throw new SignInRefused('scope', `Discord did not grant ${missing.join(' ')}`)
      const lifetimeMs = (answer.expires_in ?? 0) * 1000
      return { accessToken: answer.access_token, expiresAt: new Date(clock().getTime() + lifetimeMs), scopes }

      function validatedCallback(query: URLSearchParams): URLSearchParams {
        try {
          const validated = oauth.validateAuthResponse(server, client, query, state)
          if (validated.get('code')) return validated
        } catch (error) {
          throw callbackFailure(error)
        }
        throw new SignInRefused('code', 'Discord sent the person back without a code')
      }
    },
  }
}

function callbackFailure(error: unknown): Error {
  if (!(error instanceof oauth.AuthorizationResponseError)) {
    return new SignInRefused('state', 'the answer does not belong to this attempt to sign in')
  }
  switch (error.error) {
    case 'access_denied':
      return new SignInRefused('denied', 'the person did not allow the sign-in')
    case 'invalid_scope':
      return new SignInRefused('scope', 'Discord did not accept the scopes asked for')
    case 'server_error':
    case 'temporarily_unavailable':
      return new DiscordUnavailable('Discord could not finish the sign-in')
    default:
      return new SignInRefused('code', 'Discord ended the sign-in without a code')
  }
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
function exchangeFailure(error: unknown): Error {
  if (error instanceof DiscordUnavailable) return error
  if (error instanceof oauth.WWWAuthenticateChallengeError) return refusedClient()
  if (error instanceof oauth.ResponseBodyError) {
    if (error.error === 'invalid_client' || error.error === 'unauthorized_client') return refusedClient()
    // Discord answers `invalid_request` or `invalid_grant` for a bad code, a bad verifier and a bad redirect URL.
    return new SignInRefused('code', 'Discord did not accept the code: used before, too old, or not for this attempt')
  }
  return new DiscordUnavailable("Discord's answer to the code could not be understood")
}

function refusedClient(): DiscordUnavailable {
  return new DiscordUnavailable("Discord does not accept this site's client id and secret")
}
