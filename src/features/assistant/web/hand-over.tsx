import LifeBuoy from 'lucide-react/icons/life-buoy'
import LinkIcon from 'lucide-react/icons/link'
import { type ReactNode, useState } from 'react'
import { formatMoment } from '#lib/dates.ts'
import { helpHref } from '#lib/help-href.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import type { Said } from '../rules.ts'
import { ticketText } from '../ticket-rules.ts'
import { CopyField } from './copy-field.tsx'

/** What became of a copy, and its text. */
interface Copy {
  text: string
  isDone: boolean
}

/** Puts a text into the clipboard, which a browser may refuse. */
async function copy(text: string): Promise<Copy> {
  try {
    await navigator.clipboard.writeText(text)
    return { text, isDone: true }
  } catch {
    return { text, isDone: false }
  }
}

interface AskStaffProps {
  /** What the ticket is about: the conversation up to the answer. */
  messages: readonly Said[]
  /** Where the assistant could not help. */
  isProminent: boolean
}

/** Copies the conversation as the text of a ticket, and opens the place where tickets are written. */
export function AskStaff({ messages, isProminent }: AskStaffProps) {
  const { site, origin } = useSiteContent()
  const [copied, setCopied] = useState<Copy | null>(null)

  async function handOver(): Promise<void> {
    const text = ticketText(messages, {
      community: site.name,
      assistant: site.assistant.name,
      origin,
      page: origin + window.location.pathname,
      moment: formatMoment(new Date().toISOString()),
    })
    const copied = await copy(text)
    setCopied(copied)
    if (!copied.isDone) return
    announce(t('Your conversation was copied. Paste it into your ticket.'))
    window.open(helpHref(site.links), '_blank', 'noopener')
  }

  return (
    <>
      <Button
        size={isProminent ? 'md' : 'sm'}
        look={isProminent ? 'secondary' : 'ghost'}
        onClick={() => void handOver()}
      >
        <LifeBuoy aria-hidden="true" />
        {t('Ask staff')}
      </Button>
      {copied && (
        <Below>
          {copied.isDone ? (
            <p>{t('Your conversation was copied. Paste it into your ticket.')}</p>
          ) : (
            <CopyField label={t('Copy this text into your ticket:')} text={copied.text} />
          )}
          <a href={helpHref(site.links)} target="_blank" rel="noopener" className="inline-link">
            {t('Open the support portal')}
            <span className="sr-only"> {t('(opens in a new tab)')}</span>
          </a>
        </Below>
      )}
    </>
  )
}

/** Copies the link to a page that shows the question and the rules of its answer. */
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

/** Beneath all buttons. */
function Below({ children }: { children: ReactNode }) {
  return <div className="order-last w-full space-y-2 px-2 pt-2 text-paper-dim text-sm">{children}</div>
}
