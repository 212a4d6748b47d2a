import type { ReactNode } from 'react'
import { ATTACHMENT } from './attachments.ts'
import { page } from './pages.tsx'

/** A channel with the messages that its webhook posted. */
export interface Channel {
  /** The name of its variable, and its label on the page. */
  name: string
  label: string
  messages: ChannelMessage[]
}

export interface ChannelMessage {
  id: string
  at: Date
  content: string
  /** The mentions that the post allowed, and its flags. */
  mentions: string[] | null
  flags: number
}

/** The page of messages that the webhooks posted, by channel, the latest first. */
export function channelsPage(
  applicationName: string,
  channels: readonly Channel[],
  direct: readonly Channel[],
): string {
  return page(
    `Discord channels: ${applicationName} demo`,
    <div className="channels">
      <h1>Discord channels</h1>
      <p>
        What {applicationName} announces arrives here instead of in a real guild. <a href="/channels">Look again</a>
      </p>
      <p>
        Somebody posted a picture, too, whose link can be pasted as evidence: <a href={ATTACHMENT}>clip.png</a>
      </p>
      {channels.length === 0 && <p>The community announces nothing: community/announcements.yaml names no channel.</p>}
      {[...channels, ...direct].map(({ name, label, messages }) => (
        <section key={name} aria-labelledby={name}>
          <h2 id={name}>{label.startsWith('@') ? label : `#${label}`}</h2>
          {messages.length === 0 && <p>Nothing was posted here yet.</p>}
          <ol>
            {messages.toReversed().map(({ id, at, content }) => (
              <li key={id}>
                <time dateTime={at.toISOString()}>{at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>
                <p>
                  <Formatted text={content} />
                </p>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>,
  )
}

/**
 * The parts of Discord's formatting that announcements use: bold, addresses, and a backslash before a special
 * character.
 */
const FORMAT = /\*\*((?:\\.|[^*\\])+)\*\*|\\([^\s\w])|(https?:\/\/[^\s<>]+)/g

function Formatted({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const { 0: whole, 1: bold, 2: sign, 3: address, index } of text.matchAll(FORMAT)) {
    parts.push(text.slice(from, index))
    if (bold !== undefined) parts.push(<strong key={index}>{bold.replace(/\\([^\s\w])/g, '$1')}</strong>)
    else if (address === undefined) parts.push(sign)
    else {
      parts.push(
        <a key={index} href={address}>
          {address}
        </a>,
      )
    }
    from = index + whole.length
  }
  return [...parts, text.slice(from)]
}
