import type { MouseEvent, ReactNode } from 'react'
import type { Citation } from '../contract.ts'

/** Opens a rule over the chat. */
export type OpenRule = (href: string) => void

interface SourceLinkProps {
  citation: Citation
  onRule: OpenRule
  /** What it is called where its text does not say so. */
  label?: string
  className: string
  children: ReactNode
}

/** A link to what an answer stands on: a rule opens over the chat, anything else beside it. */
export function SourceLink({ citation: { href }, onRule, label, className, children }: SourceLinkProps) {
  if (isRule(href)) {
    const open = (event: MouseEvent) => {
      // Anyone who asks for another tab or window gets one.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      onRule(href)
    }
    return (
      <a href={href} aria-label={label} onClick={open} className={className}>
        {children}
      </a>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener" aria-label={label && `${label} ${BESIDE}`} className={className}>
      {children}
      {label === undefined && <span className="sr-only"> {BESIDE}</span>}
    </a>
  )
}

const BESIDE = '(opens in a new tab)'

/** Whether an address is that of one rule. */
export function isRule(href: string): boolean {
  return /^\/rules\/[^/#?]+#./.test(href)
}
