import type { ReactNode } from 'react'
import type { StandInGuild, StandInPerson } from './guild.ts'
import { page } from './pages.tsx'

export interface ConsoleView {
  applicationName: string
  guild: StandInGuild
  banned: ReadonlySet<string>
  query: string
  people: StandInPerson[]
  isDown: boolean
  /** The number of bots that listen to the gateway. */
  listeners: number
  /** The latest requests first. */
  requests: readonly { method: string; path: string; status: number }[]
  /** What the last press of a button did, and to whom. */
  done: { words: string; personId: string | null }
}

export function consolePage(view: ConsoleView): string {
  const { applicationName, guild, done } = view
  return page(
    `Discord console: ${applicationName} demo`,
    <div className="console">
      <h1>Discord console</h1>
      <p>
        What those who run <strong>{guild.name}</strong> would do at Discord. Keep the site open beside it and watch
        what it makes of this. <a href="/channels">What it announced in its channels</a>
      </p>
      <p className="done" role="status">
        {view.people.some(({ id }) => id === done.personId) ? '' : done.words}
      </p>
      <div className="columns">
        <section aria-labelledby="people">
          <h2 id="people">People</h2>
          <form method="get" action="/console" className="search">
            <label htmlFor="query">Find somebody by name or Discord ID</label>
            <input id="query" name="query" type="search" defaultValue={view.query} />
            <button type="submit">Find</button>
          </form>
          {view.people.length === 0 && <p>Nobody here has that name or id.</p>}
          <ul className="members">
            {view.people.map((person) => (
              <Member key={person.id} person={person} view={view} />
            ))}
          </ul>
        </section>
        <div>
          <DiscordState view={view} />
          <section aria-labelledby="roles">
            <h2 id="roles">Roles</h2>
            <ul className="rows">
              {guild.roles.map(({ id, name }) => (
                <li key={id}>
                  <span>
                    {name} <small>{guild.people.filter((one) => one.member?.roles.includes(id)).length} have it</small>
                  </span>
                  <Act view={view} role={id}>
                    <Do what="delete-role" label={`Delete the role ${name}`}>
                      Delete
                    </Do>
                  </Act>
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="calls">
            <h2 id="calls">Latest calls of the site</h2>
            <ol className="calls">
              {view.requests.map(({ method, path, status }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once
                <li key={at}>
                  <code>
                    {method} {path.replace(/^\/api\/v\d+/, '')}
                  </code>
                  <span>{status}</span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </div>,
  )
}

function DiscordState({ view }: { view: ConsoleView }) {
  const { isDown, listeners } = view
  return (
    <section aria-labelledby="state">
      <h2 id="state">Discord itself</h2>
      <p className="state">
        <strong className={isDown ? 'bad' : 'good'}>{isDown ? 'Down' : 'Up'}</strong>
        {isDown
          ? 'The API answers 503 and the gateway takes no call.'
          : listeners === 0
            ? 'Nobody listens to the gateway.'
            : `The site listens to the gateway${listeners > 1 ? ` (${listeners} connections)` : ''}.`}
      </p>
      <Act view={view}>
        {isDown ? (
          <Do what="come-back">Come back</Do>
        ) : (
          <>
            <Do what="go-down">Go down</Do>
            <Do what="drop">Drop the connection</Do>
          </>
        )}
      </Act>
    </section>
  )
}

function Member({ person, view }: { person: StandInPerson; view: ConsoleView }) {
  const { guild, banned } = view
  const name = person.globalName ?? person.username
  const isBanned = banned.has(person.id)
  return (
    <li id={`person-${person.id}`} className={person.member ? undefined : 'gone'}>
      <Act view={view} person={person.id} label={name}>
        <img src={`/avatars/${person.id}/${person.avatar}.webp?size=64`} alt="" width="40" height="40" />
        <span className="who">
          <span className="name">{name}</span>
          <small>{isBanned ? 'banned' : person.member ? person.card?.title : 'not in the guild'}</small>
        </span>
        {isBanned ? (
          <span className="ways">
            <Do what="unban" label={`Lift the ban of ${name}`}>
              Lift the ban
            </Do>
          </span>
        ) : (
          <>
            <RoleBoxes person={person} name={name} guild={guild} />
            <span className="ways">
              <Do what="roles" label={`${person.member ? 'Save roles of' : 'Let in'} ${name}`}>
                {person.member ? 'Save roles' : 'Let in'}
              </Do>
              {person.member && (
                <>
                  <Do what="kick" label={`Kick ${name}`}>
                    Kick
                  </Do>
                  <Do what="ban" label={`Ban ${name}`}>
                    Ban
                  </Do>
                </>
              )}
            </span>
          </>
        )}
      </Act>
      {person.member && (
        <Act view={view} person={person.id} label={`Nickname of ${name}`}>
          <input
            name="nick"
            maxLength={32}
            defaultValue={person.member.nick ?? ''}
            aria-label={`Nickname of ${name}`}
          />
          <Do what="nick" label={`Save the nickname of ${name}`}>
            Save nickname
          </Do>
        </Act>
      )}
      {view.done.personId === person.id && (
        <p className="done" role="status">
          {view.done.words}
        </p>
      )}
    </li>
  )
}

function RoleBoxes({ person, name, guild }: { person: StandInPerson; name: string; guild: StandInGuild }) {
  // Supporter roles are left out for people who hold none of them, because the list would be long.
  const offered = guild.roles.filter(
    ({ id }) => RIGHTS.has(nameOf(id)) || person.member?.roles.includes(id) || person.card === null,
  )
  function nameOf(id: string): string {
    return guild.roles.find((role) => role.id === id)?.name ?? id
  }
  return (
    <fieldset>
      <legend>Roles of {name}</legend>
      {offered.map(({ id, name: role }) => (
        <label key={id}>
          <input type="checkbox" name="roles" value={id} defaultChecked={person.member?.roles.includes(id)} />
          {role}
        </label>
      ))}
    </fieldset>
  )
}

const RIGHTS = new Set(['owner', 'management', 'staff', 'es'])

/** A form with the actions on one person, role or other thing. */
function Act(props: { view: ConsoleView; person?: string; role?: string; label?: string; children: ReactNode }) {
  const { view, person, role, label, children } = props
  return (
    <form method="post" action="/console" aria-label={label}>
      {view.query !== '' && <input type="hidden" name="query" value={view.query} />}
      {person !== undefined && <input type="hidden" name="person" value={person} />}
      {role !== undefined && <input type="hidden" name="role" value={role} />}
      {children}
    </form>
  )
}

function Do({ what, label, children }: { what: string; label?: string; children: ReactNode }) {
  return (
    <button type="submit" name="do" value={what} aria-label={label}>
      {children}
    </button>
  )
}
