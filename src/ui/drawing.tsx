import { createElement, Fragment } from 'react'
import type { Drawing as Shapes } from '#lib/navigation.ts'

/** An icon that the community chose, drawn like those of our own code: the server sends its shapes. */
export function Drawing({ shapes, className = 'size-4 shrink-0' }: { shapes: Shapes; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {createElement(Fragment, null, ...shapes.map(([element, attributes]) => createElement(element, attributes)))}
    </svg>
  )
}
