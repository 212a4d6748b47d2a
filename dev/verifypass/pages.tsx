import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

export const DECISIONS = ['approve', 'pending', 'deny'] as const
export type Decision = (typeof DECISIONS)[number]

export const GROUPS = ['mil', 'fir'] as const
export type Group = (typeof GROUPS)[number]
const GROUP_LABELS: Record<Group, string> = { mil: 'Military', fir: 'First Responder' }

/**
 * Shows who applies, and lets the person choose how the application ends. Works without scripts, except for closing the
 * window.
 */
export function applicationPage(asked: { applicationName: string; action: string; email: string; locked: boolean }) {
  const { applicationName, action, email, locked } = asked
  return page(
    'Verify your service',
    <form method="post" action={action}>
      <div className="title">
        <Shield />
        <h1>Verify your service</h1>
      </div>
      <p>{applicationName} asks whether you serve or have served. Your papers would be checked here.</p>
      <fieldset>
        <legend>I am applying as</legend>
        <div className="groups">
          {GROUPS.map((group) => (
            <label key={group}>
              <input type="radio" name="group" value={group} defaultChecked={group === 'mil'} />
              {GROUP_LABELS[group]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mail">
        <label htmlFor="email">Email address</label>
        <input id="email" name="email" type="email" required defaultValue={email} readOnly={locked} />
        {locked && <p>Handed over by {applicationName} and locked.</p>}
      </div>
      <section className="ends">
        <h2>How should it end?</h2>
        <p>Only the demo lets you choose.</p>
        <End decision="approve" label="Approve">
          Found in the records at once.
        </End>
        <End decision="pending" label="Pending">
          A document is looked at: approved in 20 seconds.
        </End>
        <End decision="deny" label="Deny">
          Nothing confirms it.
        </End>
      </section>
      <Close />
    </form>,
  )
}

const OUTCOMES: Record<Decision, { title: string; mark: string; next(asked: OutcomeAsked): string }> = {
  approve: {
    title: 'You are verified',
    mark: 'm27 45 12 12 23-25',
    next: ({ applicationName, email }) =>
      `An approval email would now go to ${email}. The owners of ${applicationName} have the last word.`,
  },
  pending: {
    title: 'Document received',
    mark: 'M44 26v20l13 8',
    next: ({ email }) => `A pending email would now go to ${email}, and a second one when somebody has decided.`,
  },
  deny: {
    title: 'Not verified',
    mark: 'm32 32 24 24m0-24-24 24',
    next: ({ email }) => `An email that says why would now go to ${email}.`,
  },
}

interface OutcomeAsked {
  applicationName: string
  email: string
}

export function outcomePage(decision: Decision, asked: OutcomeAsked): string {
  const { title, mark, next } = OUTCOMES[decision]
  return page(
    title,
    <div className={`outcome ${decision}`}>
      <svg viewBox="0 0 88 88" className="mark" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="5">
        <circle cx="44" cy="44" r="40" />
        <path d={mark} strokeWidth="7" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <h1>{title}</h1>
      <p>{next(asked)}</p>
      <p>No email was sent: this is the demo. You can close this window.</p>
      <Close />
    </div>,
  )
}

export function brokenPage(reason: string): string {
  return page(
    'This link does not work',
    <div className="outcome deny">
      <h1>This link does not work</h1>
      <p>{reason}</p>
      <Close />
    </div>,
  )
}

/** The only script of these pages. */
export const CLOSE_SCRIPT = `document.querySelector('.close').addEventListener('click', () => window.close())\n`

function End({ decision, label, children }: { decision: Decision; label: string; children: string }) {
  return (
    <button type="submit" name="decision" value={decision} className={`end ${decision}`}>
      <b>{label}</b>
      <span>{children}</span>
    </button>
  )
}

function Close() {
  return (
    <button type="button" className="close">
      Close this window
    </button>
  )
}

function Shield() {
  return (
    <svg viewBox="0 0 44 44" className="shield" aria-hidden="true">
      <path d="M22 3 38 9v12c0 10-6.500 16.500-16 20C12.500 37.500 6 31 6 21V9Z" fill="#ff7f61" />
      <path d="M22 3v38C12.500 37.500 6 31 6 21V9Z" fill="#ffb961" />
      <path
        d="m14 22 6 6 11-12"
        fill="none"
        stroke="#090d20"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function page(title: string, content: ReactNode): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/stand-in.css" />
        <script src="/close.js" defer />
      </head>
      <body>
        <header>
          <strong>Demo</strong> Stands in for the verification provider.
        </header>
        <main>{content}</main>
      </body>
    </html>,
  )
  return `<!doctype html>${markup}`
}
