import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, pageHeaders } from '../page.ts'
import type { StandInPerson } from './guild.ts'
import { PAGE_STYLE } from './page-style.ts'
import { brokenRequestPage, consentPage, homePage, pickerPage } from './pages.tsx'
import { findPerson, formOf, queryOf, type StandInState } from './state.ts'

const KNOWN_SCOPES = ['identify', 'email', 'guilds', 'guilds.members.read']
const REMEMBERED = 'standin_user'

interface Asked {
  query: URLSearchParams
  scopes: string[]
  challenge: string | null
}

/**
 * The pages of the sign-in. Discord knows who the person is and asks at most one question. Here one may be anybody, so
 * the picker appears each time, unless the person asked to be remembered. Then `prompt` works as at Discord: `none`
 * skips the question for people who granted everything before, and `consent` always asks.
 */
export async function serveSignIn(app: FastifyInstance, state: StandInState): Promise<void> {
  const { applicationName, guild, authorizations } = state

  app.addHook('onSend', async (_, reply) => {
    reply.headers(
      pageHeaders(
        `default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${new URL(state.redirectUri).origin}`,
      ),
    )
  })

  app.get('/stand-in.css', (_, reply) => reply.type('text/css').send(PAGE_STYLE))
  app.get('/', (request, reply) => html(reply, homePage(applicationName, remembered(request)?.person ?? null)))
  app.post('/forget', (_, reply) => {
    const cookie = stringifySetCookie({ name: REMEMBERED, value: '', maxAge: 0, path: '/' })
    return reply.header('set-cookie', cookie).redirect('/', 303)
  })

  app.get('/oauth2/authorize', (request, reply) => {
    const asked = readRequest(request, reply)
    if (!asked) return reply
    const { query, scopes } = asked
    const known = query.has('switch') ? null : remembered(request)
    const wantsConsent = query.get('prompt') !== 'none'
    if (known?.stays && !wantsConsent && authorizations.covers(known.person.id, scopes)) {
      return allow(reply, asked, known.person)
    }
    const action = `/oauth2/authorize?${query}`
    const asking = { applicationName, guildName: guild.name, scopes, action }
    if (known && (known.stays || wantsConsent)) {
      return html(reply, consentPage(asking, known.person, `${action}&switch=yes`))
    }
    const offered = guild.people.filter((person) => person.card)
    return html(reply, pickerPage(asking, offered))
  })

  app.post('/oauth2/authorize', (request, reply) => {
    const asked = readRequest(request, reply)
    if (!asked) return reply
    const form = formOf(request)
    const person = findPerson(state, form.get('person') ?? '')
    if (!person || person.denies) {
      return refuse(
        reply,
        asked.query,
        'access_denied',
        'The resource owner or authorization server denied the request',
      )
    }
    const before = asked.query.has('switch') ? null : remembered(request)
    const stays = form.has('stay') || (before?.stays ?? false)
    const value = stays ? `${person.id}.stay` : person.id
    const cookie = stringifySetCookie({ name: REMEMBERED, value, httpOnly: true, sameSite: 'lax', path: '/' })
    reply.header('set-cookie', cookie)
    return allow(reply, asked, person)
  })

  /** The person who used this browser last, and whether they asked to stay remembered. */
  function remembered(request: FastifyRequest): { person: StandInPerson; stays: boolean } | null {
    const [id = '', stay] = (parseCookie(request.headers.cookie ?? '')[REMEMBERED] ?? '').split('.')
    const person = findPerson(state, id)
    return person && { person, stays: stay === 'stay' }
  }

  /** Reads the request to sign in. Answers an invalid request with an error page and returns null. */
  function readRequest(request: FastifyRequest, reply: FastifyReply): Asked | null {
    const query = queryOf(request)
    const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
    const challenge = query.get('code_challenge')
    if (query.get('client_id') !== state.clientId) {
      html(reply.code(400), brokenRequestPage('Unknown application: the client id is not the one registered here.'))
    } else if (query.get('redirect_uri') !== state.redirectUri) {
      html(reply.code(400), brokenRequestPage(`Invalid redirect address: only ${state.redirectUri} is registered.`))
    } else if (query.get('response_type') !== 'code') {
      refuse(reply, query, 'unsupported_response_type', 'The authorization server does not support this.')
    } else if (scopes.length === 0 || !scopes.every((scope) => KNOWN_SCOPES.includes(scope))) {
      refuse(reply, query, 'invalid_scope', 'The requested scope is invalid, unknown, or malformed.')
    } else if (challenge !== null && query.get('code_challenge_method') !== 'S256') {
      refuse(reply, query, 'invalid_request', 'Unsupported "code_challenge_method"')
    } else {
      return { query, scopes, challenge }
    }
    return null
  }

  function allow(reply: FastifyReply, { query, scopes, challenge }: Asked, person: StandInPerson): FastifyReply {
    const code = authorizations.allow(person.id, scopes, { redirectUri: state.redirectUri, challenge })
    return sendBack(reply, query, { code })
  }

  function refuse(reply: FastifyReply, query: URLSearchParams, error: string, description: string): FastifyReply {
    return sendBack(reply, query, { error, error_description: description })
  }

  function sendBack(reply: FastifyReply, query: URLSearchParams, answer: Record<string, string>): FastifyReply {
    const target = new URL(state.redirectUri)
    for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
    const browserState = query.get('state')
    if (browserState !== null) target.searchParams.set('state', browserState)
    return reply.redirect(target.href, 303)
  }
}
