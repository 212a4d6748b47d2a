import { Fragment, type ReactNode } from 'react'
import { findMessage, type Message, type PlaceholdersIn } from '#lib/messages.ts'

/** A message with elements in it, such as a link or a button. Each translation places them where they belong. */
export function rich<T extends Message>(text: T, parts: Record<PlaceholdersIn<T>, ReactNode>): ReactNode {
  const byName: Record<string, ReactNode> = parts
  return findMessage(text)
    .split(/\{(\w+)\}/)
    .map((piece, at) => (at % 2 === 0 ? piece : <Fragment key={piece}>{byName[piece]}</Fragment>))
}
