import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { openPanel } from '#web/panel-address.ts'

/** The query parameter that names the person whose panel is open. */
export const PERSON = 'person'

/** An address that opens a person's panel beside the current page. */
export const personHref = (id: string) => `?${PERSON}=${id}`

export const openPerson = (id: string): void => openPanel(PERSON, id)

interface PersonLinkProps {
  /** Their Discord ID. */
  id: string
  name: string
  /** The link's text. Without it the link shows the picture, or an icon if there is no picture. */
  children?: ReactNode
  picture?: ReactNode
  className?: string
  /** -1 in lists where the arrow keys move the focus. */
  tabIndex?: number
}

/** Opens a person's panel beside the page, with their record from every list. The link works in a new tab too. */
export function PersonLink({ id, name, children, picture, className = 'inline-link', tabIndex }: PersonLinkProps) {
  const label = t('Open {name}', { name })
  return (
    <a
      href={personHref(id)}
      title={label}
      aria-label={children === undefined ? label : undefined}
      aria-haspopup="dialog"
      data-icon={children === undefined && picture === undefined ? 'panel' : undefined}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        openPerson(id)
      }}
      className={className}
    >
      {children ?? picture}
    </a>
  )
}
