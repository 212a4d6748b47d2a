import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { StandInPerson } from './guild.ts'

/** What the application asks the person for, as the page shows it. */
interface Asking {
  applicationName: string
  guildName: string
  scopes: string[]
  /** The address that the answer is posted to: the authorization request itself. */
  action: string
}

/**
 * The page on which one chooses a person to sign in as, with one button for each person and one that denies. It works
 * without scripts.
 */
export function pickerPage(asking: Asking, people: StandInPerson[]): string {
  return page(
    `Choose a person: ${asking.applicationName} demo`,
    <form method="post" action={asking.action}>
      <h1>Who do you want to be?</h1>
      <Scopes {...asking} />
      <label className="stay">
        <input type="checkbox" name="stay" value="yes" />
        <span>Remember my choice in this browser and skip this page next time</span>
      </label>
      <ul className="people">
        {people.map(({ id, username, globalName, avatar, card }) => (
          <li key={id}>
            <button type="submit" className="person" name="person" value={id}>
              <img src={`/avatars/${id}/${avatar}.webp?size=64`} alt="" width="48" height="48" />
              <span className="who">
                <span className="name">{globalName ?? username}</span>
                <span className="title">{card?.title}</span>
              </span>
              <span className="sees">{card?.sees}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="ways">
        <Deny />
      </p>
    </form>,
  )
}

/** Asks a person whom this browser remembers whether the application may have what it asks for. */
export function consentPage(asking: Asking, person: StandInPerson, switchHref: string): string {
  const name = person.globalName ?? person.username
  return page(
    `Allow ${asking.applicationName}?`,
    <form method="post" action={asking.action} className="narrow">
      <img src={`/avatars/${person.id}/${person.avatar}.webp?size=128`} alt="" width="72" height="72" />
      <h1>Continue as {name}?</h1>
      <Scopes {...asking} />
      <p className="ways">
        <button type="submit" className="allow" name="person" value={person.id}>
          Allow
        </button>
        <Deny />
        <a href={switchHref}>Choose someone else</a>
      </p>
    </form>,
  )
}

/**
 * The home page of the stand-in. It explains what the stand-in is, and its form makes the browser forget the chosen
 * person.
 */
export function homePage(applicationName: string, remembered: StandInPerson | null): string {
  return page(
    `Stand-in for Discord: ${applicationName} demo`,
    <form method="post" action="/forget" className="narrow">
      <h1>A stand-in for Discord</h1>
      <p>
        The demo of {applicationName} signs people in here instead of at Discord. It speaks the same protocol and knows
        only invented people.
      </p>
      <p>
        <a href="/channels">What the site announced in its channels</a>
      </p>
      {remembered ? (
        <>
          <p>This browser signs in as {remembered.globalName ?? remembered.username}.</p>
          <p className="ways">
            <button type="submit" className="allow">
              Ask me again next time
            </button>
          </p>
        </>
      ) : (
        <p>This browser is asked each time who it wants to be.</p>
      )}
    </form>,
  )
}

/** Shown for a request that must not be answered by a redirect, because its address may not be the application's. */
export function brokenRequestPage(reason: string): string {
  return page(
    'This sign-in cannot work',
    <div className="narrow">
      <h1>This sign-in cannot work</h1>
      <p>{reason}</p>
    </div>,
  )
}

function Scopes({ applicationName, guildName, scopes }: Asking): ReactNode {
  const sentences: Record<string, string> = {
    identify: 'your name and picture',
    email: 'your email address',
    'guilds.members.read': `your roles in ${guildName}`,
  }
  return (
    <>
      <p className="asks">{applicationName} asks to know:</p>
      <ul className="scopes">
        {scopes.map((scope) => (
          <li key={scope}>{sentences[scope] ?? scope}</li>
        ))}
      </ul>
    </>
  )
}

function Deny(): ReactNode {
  return (
    <button type="submit" className="deny" name="person" value="deny">
      Deny
    </button>
  )
}

export function page(title: string, content: ReactNode): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/stand-in.css" />
      </head>
      <body>
        <header>
          <strong>Demo</strong> This page stands in for Discord on your own machine. No real account is involved.
        </header>
        <main>{content}</main>
      </body>
    </html>,
  )
  return `<!doctype html>${markup}`
}
