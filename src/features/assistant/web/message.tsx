import { Fragment } from 'react'
import { t } from '#lib/messages.ts'
import type { Citation } from '../contract.ts'
import { type ConversationMessage, claimsOf, type ShownQuote } from '../rules.ts'
import { Bubble } from './bubble.tsx'
import { type OpenRule, SourceLink } from './source-link.tsx'

/** A complete message of the conversation. */
export function Message({ message, onRule }: { message: ConversationMessage; onRule: OpenRule }) {
  const { type, content, kind, isGif, alt, note, citations = [] } = message
  if (type === 'user') return <Bubble from="user">{content}</Bubble>
  if (isGif) return <Picture src={content} alt={alt ?? ''} />
  if (kind === 'help') return <Help text={content} lines={citations} />
  const claims = claimsOf(message)
  return (
    <>
      <Bubble from="bot">
        {claims.length > 0
          ? // Each statement above the sentence that supports it.
            claims.map((claim, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the claims of a message never change
              <div key={at} className="space-y-2">
                <p>{claim.text}</p>
                <Quote shown={claim} onRule={onRule} />
              </div>
            ))
          : content.split(/\n{2,}/).map((paragraph, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a message never change
              <Paragraph key={at} text={paragraph} citations={citations} onRule={onRule} />
            ))}
        {note !== undefined && <p className="border-haze border-t pt-3 text-paper-dim text-sm">{note}</p>}
      </Bubble>
      {claims.length === 0 && citations.length > 0 && (
        <Sources citations={citations} isNumbered={content.includes('[1]')} onRule={onRule} />
      )}
    </>
  )
}

/** A quoted sentence of a rule with a link to the rule. There is no link while the answer is still being written. */
export function Quote({ shown: { quote, citation }, onRule }: { shown: ShownQuote; onRule?: OpenRule }) {
  return (
    <blockquote className="border-lagoon/45 border-l-2 pl-3 text-paper-dim text-sm leading-relaxed">
      {t('“{quote}”', { quote })}{' '}
      <cite className="block font-bold font-sign not-italic">
        {onRule ? (
          <SourceLink citation={citation} onRule={onRule} className="rounded-sm text-lagoon hover:underline">
            {citation.title}
          </SourceLink>
        ) : (
          citation.title
        )}
      </cite>
    </blockquote>
  )
}

function Picture({ src, alt }: { src: string; alt: string }) {
  return (
    <picture>
      {/*
       * The #still fragment shows an SVG without motion. An SVG in an img does not learn that its reader prefers
       * reduced motion.
       */}
      <source media="(prefers-reduced-motion: reduce)" srcSet={`${src}#still`} />
      <img
        src={src}
        alt={alt}
        width="288"
        height="192"
        className="aspect-3/2 w-72 max-w-full rounded-lg rounded-bl-[3px] border border-haze bg-dusk"
      />
    </picture>
  )
}

interface SourcesProps {
  citations: readonly Citation[]
  /** Whether the text refers to the citations by number. */
  isNumbered: boolean
  onRule: OpenRule
}

function Sources({ citations, isNumbered, onRule }: SourcesProps) {
  return (
    <ul aria-label={t('Sources')} className="mt-2 flex max-w-[min(92%,36rem)] flex-wrap gap-2">
      {citations.map((citation, at) => (
        <li key={citation.href}>
          <SourceLink
            citation={citation}
            onRule={onRule}
            className="touch-target inline-flex items-center gap-2 rounded-full border border-haze bg-haze/40 px-3.5 py-1 text-paper-dim text-sm transition-colors hover:border-lagoon/60 hover:text-paper has-[[data-number]]:pl-1"
          >
            {isNumbered && (
              <span
                data-number=""
                className="grid size-6 shrink-0 place-items-center rounded-full bg-lagoon/15 font-bold font-sign text-lagoon text-xs tabular-nums"
              >
                {at + 1}
              </span>
            )}
            {citation.title}
          </SourceLink>
        </li>
      ))}
    </ul>
  )
}

/**
 * Help for a user in trouble. The first sentence and the contacts come first, so that they are visible on a small
 * screen.
 */
function Help({ text, lines }: { text: string; lines: readonly Citation[] }) {
  const [first = text] = /^.*?[.!?](?=\s|$)/s.exec(text) ?? []
  const rest = text.slice(first.length).trim()
  return (
    <>
      <Bubble from="bot">{first}</Bubble>
      <HelpLines lines={lines} />
      {rest !== '' && (
        <div className="mt-2">
          <Bubble from="bot">{rest}</Bubble>
        </div>
      )}
    </>
  )
}

/** The contacts that help, as direct links: telephone numbers or other sites. */
function HelpLines({ lines }: { lines: readonly Citation[] }) {
  return (
    <ul aria-label={t('Who helps')} className="mt-2 max-w-[min(92%,36rem)] space-y-2">
      {lines.map(({ title, href }) => (
        <li key={href}>
          <a
            href={href}
            className="touch-target flex min-h-11 items-center rounded-md border border-lagoon/45 px-4 py-2 font-semibold text-lagoon hover:bg-lagoon/12"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

interface TextProps {
  text: string
  citations: readonly Citation[]
  onRule: OpenRule
}

/** A paragraph. When it is a quote, the title of its rule stands above it. */
function Paragraph({ text, citations, onRule }: TextProps) {
  const named = citations.find(({ title }) => text.startsWith(`${title}\n`))
  return (
    <p>
      {named && <strong className="font-bold font-sign text-amber">{`${named.title}\n`}</strong>}
      <Marked text={named ? text.slice(named.title.length + 1) : text} citations={citations} onRule={onRule} />
    </p>
  )
}

/** Plain text in which each [1] that refers to a source is a link. There is no other markup. */
function Marked({ text, citations, onRule }: TextProps) {
  return text.split(/(\[\d+\])/).map((part, at) => {
    const citation = /^\[\d+\]$/.test(part) ? citations[Number(part.slice(1, -1)) - 1] : undefined
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change
    if (citation === undefined) return <Fragment key={at}>{part}</Fragment>
    return (
      <SourceLink
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change
        key={at}
        citation={citation}
        onRule={onRule}
        label={t('Source: {title}', { title: citation.title })}
        className="relative inline-grid size-6 place-items-center rounded-sm align-middle font-bold text-[0.7em] text-lagoon no-underline before:absolute before:-inset-2.5 hover:underline"
      >
        {part}
      </SourceLink>
    )
  })
}
