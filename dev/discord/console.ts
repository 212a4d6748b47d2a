import type { FastifyInstance } from 'fastify'
import { html, pageHeaders } from '../page.ts'
import { type ConsoleView, consolePage } from './console-page.tsx'
import type { StandInGateway } from './gateway.ts'
import type { StandInPerson } from './guild.ts'
import type { GuildView } from './guild-view.ts'
import { findPerson, formOf, queryOf, type StandInState } from './state.ts'

export interface ConsoleDeps {
  state: StandInState
  gateway: StandInGateway
  view: GuildView
  trouble: { goDown(): void; comeBack(): void }
  requests: ConsoleView['requests']
}

const MAX_FOUND = 30
const CALLS_SHOWN = 12
const POLICY = `default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`

/**
 * A page for people who try the demo. It offers what the admins of a guild do at Discord while the site runs, and
 * simulates failures of Discord. It uses plain forms, and each form answers with the page again.
 */
export async function serveConsole(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const { state, gateway, view, trouble } = deps
  const { guild } = state
  let done: ConsoleView['done'] = { words: '', personId: null }

  app.addHook('onRequest', async (request, reply) => {
    // Any website could post a form to this address, so only forms of this page are accepted.
    const from = request.headers['sec-fetch-site']
    if (request.method === 'POST' && from !== undefined && from !== 'same-origin') return reply.code(403).send()
  })
  app.addHook('onSend', async (_, reply) => {
    reply.headers(pageHeaders(POLICY))
  })

  app.get('/console', (request, reply) => {
    const query = (queryOf(request).get('query') ?? '').trim()
    const shown = done
    done = { words: '', personId: null }
    return html(
      reply,
      consolePage({
        applicationName: state.applicationName,
        guild,
        banned: state.banned,
        query,
        people: found(query),
        isDown: state.trouble.isDown,
        listeners: gateway.listeners,
        requests: deps.requests.slice(-CALLS_SHOWN).reverse(),
        done: shown,
      }),
    )
  })

  app.post('/console', (request, reply) => {
    const form = formOf(request)
    const query = form.get('query') ?? ''
    const person = findPerson(state, form.get('person') ?? '')
    const role = guild.roles.find(({ id }) => id === form.get('role'))
    const words = act(form.get('do') ?? '', form, person, role) ?? 'Nothing was done: the page was out of date.'
    done = { words, personId: person?.id ?? null }
    const place = person === null ? '' : `#person-${person.id}`
    return reply.redirect(`/console${query === '' ? '' : `?${new URLSearchParams({ query })}`}${place}`, 303)
  })

  /** Carries out an action and returns what it did, in words. Returns null when there is no such action. */
  function act(
    what: string,
    form: URLSearchParams,
    person: StandInPerson | null,
    role: { id: string; name: string } | undefined,
  ): string | null {
    const name = person?.globalName ?? person?.username
    switch (what) {
      case 'go-down':
        trouble.goDown()
        return 'Discord is down: its API answers 503 and its gateway hung up.'
      case 'come-back':
        trouble.comeBack()
        return 'Discord is back.'
      case 'drop':
        gateway.drop()
        return 'The gateway lost its connections; the site resumes by itself.'
      case 'delete-role':
        if (role === undefined) return null
        view.deleteRole(role.id)
        return `The role ${role.name} is deleted.`
    }
    if (person === null) return null
    switch (what) {
      case 'roles': {
        if (state.banned.has(person.id)) return null
        const known = new Set(guild.roles.map(({ id }) => id))
        view.setRoles(
          person.id,
          form.getAll('roles').filter((id) => known.has(id)),
        )
        return `The roles of ${name} are saved.`
      }
      case 'nick': {
        const nick = (form.get('nick') ?? '').trim()
        if (person.member === null || nick.length > 32) return null
        view.setNick(person.id, nick)
        return nick === '' ? `${name} has no nickname.` : `${name} goes by ${nick}.`
      }
      case 'kick':
        view.kick(person.id)
        return `${name} was kicked.`
      case 'ban':
        view.ban(person.id)
        return `${name} was banned.`
      case 'unban':
        view.unban(person.id)
        return `The ban of ${name} is lifted.`
      default:
        return null
    }
  }

  /** Finds the people that match the query. Without a query, returns the people of the demo. */
  function found(query: string): StandInPerson[] {
    if (query === '') return guild.people.filter(({ card }) => card)
    const words = query.toLowerCase()
    return guild.people
      .filter(({ id, username, globalName }) => `${id} ${username} ${globalName ?? ''}`.toLowerCase().includes(words))
      .slice(0, MAX_FOUND)
  }
}
