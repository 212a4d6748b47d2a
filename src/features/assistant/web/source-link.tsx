import type { MouseEvent, ReactNode } from 'react'
import type { Citation } from '../contract.ts'

/** Opens a rule in a dialog over the chat. */
export type OpenRule = (href: string) => void

interface SourceLinkProps {
  citation: Citation
  onRule: OpenRule
  /** The accessible name, when the link's text does not say it. */
  label?: string
  className: string
  children: ReactNode
}

/** A link to a source of an answer. A rule opens over the chat; anything else opens in a new tab. */
export function SourceLink({ citation: { href }, onRule, label, className, children }: SourceLinkProps) {
  if (isRule(href)) {
    const open = (event: MouseEvent) => {
      // A click with a modifier key opens a new tab or window as usual.
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

/** Whether an address leads to a single rule. */
export function isRule(href: string): boolean {
  return /^\/rules\/[^/#?]+#./.test(href)
}
