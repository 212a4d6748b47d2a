import LifeBuoy from 'lucide-react/icons/life-buoy'
import LinkIcon from 'lucide-react/icons/link'
import { type ReactNode, useState } from 'react'
import { formatMoment } from '#lib/dates.ts'
import { helpHref } from '#lib/help-href.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import type { ConversationMessage } from '../rules.ts'
import { ticketMessages, ticketText } from '../ticket-rules.ts'
import { CopyField } from './copy-field.tsx'

/** A text, and whether it was copied. */
interface Copy {
  text: string
  isDone: boolean
}

/** Copies a text to the clipboard. The browser may refuse. */
async function copy(text: string): Promise<Copy> {
  try {
    await navigator.clipboard.writeText(text)
    return { text, isDone: true }
  } catch {
    return { text, isDone: false }
  }
}

interface AskStaffProps {
  /** The conversation up to and including the answer that the ticket is about. */
  messages: readonly ConversationMessage[]
  /** Whether the assistant could not help, so that the button stands out. */
  isProminent: boolean
}

/** Shows the text of a ticket. A second press copies it and opens the ticket page. */
export function AskStaff({ messages, isProminent }: AskStaffProps) {
  const { site, origin } = useSiteContent()
  const [text, setText] = useState<string | null>(null)
  const [copied, setCopied] = useState<Copy | null>(null)

  function showOrHide(): void {
    setCopied(null)
    const facts = {
      community: site.name,
      assistant: site.assistant.name,
      origin,
      page: origin + window.location.pathname,
      moment: formatMoment(new Date().toISOString()),
    }
    setText(text === null ? ticketText(ticketMessages(messages), facts) : null)
  }

  async function handOver(text: string): Promise<void> {
    const copied = await copy(text)
    setCopied(copied)
    if (!copied.isDone) return
    announce(t('Your question was copied. Paste it into your ticket.'))
    window.open(helpHref(site.links), '_blank', 'noopener')
  }

  return (
    <>
      <Button
        size={isProminent ? 'md' : 'sm'}
        look={isProminent ? 'secondary' : 'ghost'}
        aria-expanded={text !== null}
        onClick={showOrHide}
      >
        <LifeBuoy aria-hidden="true" />
        {t('Ask staff')}
      </Button>
      {text !== null && (
        <Below>
          {/* A new key selects the text again, for copying by hand when the browser refused to copy it. */}
          <CopyField
            key={String(copied?.isDone)}
            label={t('Only this goes to the staff. Copy it into your ticket:')}
            text={text}
          />
          <Button size="sm" onClick={() => void handOver(text)}>
            {t('Copy it and open the support portal')}
          </Button>
          {copied?.isDone && <p>{t('Your question was copied. Paste it into your ticket.')}</p>}
          <a href={helpHref(site.links)} target="_blank" rel="noopener" className="inline-link block">
            {t('Open the support portal')}
            <span className="sr-only"> {t('(opens in a new tab)')}</span>
          </a>
        </Below>
      )}
    </>
  )
}

/** Copies a link to the public page with the question and the rules of its answer. */
export function Share({ address }: { address: string }) {
  const { origin } = useSiteContent()
  const [copied, setCopied] = useState<Copy | null>(null)

  async function share(): Promise<void> {
    const copied = await copy(origin + address)
    setCopied(copied)
    if (copied.isDone) announce(t('Link copied.'))
  }

  return (
    <>
      <Button size="sm" look="ghost" onClick={() => void share()}>
        <LinkIcon aria-hidden="true" />
        {copied?.isDone ? t('Link copied') : t('Share')}
      </Button>
      {copied && !copied.isDone && (
        <Below>
          <CopyField label={t('Copy this link:')} text={copied.text} />
        </Below>
      )}
    </>
  )
}

/** Places its children below all buttons. */
function Below({ children }: { children: ReactNode }) {
  return <div className="order-last w-full space-y-2 px-2 pt-2 text-paper-dim text-sm">{children}</div>
}
