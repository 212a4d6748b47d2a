import { type ComponentProps, createElement, Fragment } from 'react'
import type { Drawing as Shapes } from '#lib/navigation.ts'

/**
 * An icon by its shapes. The server sends those of icons that the community chose; a build draws those of our own code
 * with it too (`vite.config.ts`). A screen reader reads the name of one that has any.
 */
export function Drawing({
  shapes,
  className = 'size-4 shrink-0',
  ...rest
}: ComponentProps<'svg'> & { shapes: Shapes }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden unless the person who draws it gives it a name
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={rest['aria-label'] === undefined || undefined}
      className={className}
      {...rest}
    >
      {createElement(Fragment, null, ...shapes.map(([element, attributes]) => createElement(element, attributes)))}
    </svg>
  )
}
