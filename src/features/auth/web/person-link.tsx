import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { openPanel } from '#web/panel-address.ts'

/** The part of the address that says who is open beside the page. */
export const PERSON = 'person'

/** An address that opens somebody beside the page on which it is pressed. */
export const personHref = (id: string) => `?${PERSON}=${id}`

export const openPerson = (id: string): void => openPanel(PERSON, id)

interface PersonLinkProps {
  /** Their Discord ID. */
  id: string
  name: string
  /** Text. Without it the link is a picture, or else an icon. */
  children?: ReactNode
  picture?: ReactNode
  className?: string
  /** -1 where the arrow keys of a list decide what the Tab key reaches. */
  tabIndex?: number
}

/** Opens somebody beside the page: their record out of every list. In a tab of its own it opens the same. */
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
