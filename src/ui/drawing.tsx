import { type ComponentProps, createElement, Fragment } from 'react'
import type { Drawing as Shapes } from '#lib/navigation.ts'

/**
 * Draws an icon from its shapes. The server sends the shapes of icons that the community chose, and a build inlines
 * those of icons in the code (`vite.config.ts`). An icon with an `aria-label` is read by screen readers.
 */
export function Drawing({
  shapes,
  className = 'size-4 shrink-0',
  ...rest
}: ComponentProps<'svg'> & { shapes: Shapes }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden from screen readers unless the caller gives it a label
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
