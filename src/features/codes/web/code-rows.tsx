import { type ReactNode, useState } from 'react'
import { copyPermalink } from '#ui/copy-permalink.ts'
import { useItemKeys } from '#ui/use-item-keys.ts'
import { useHydrated } from '#web/use-hydrated.ts'
import { useNoteRowInMiddle } from './use-row-in-place.ts'

/** Rows per `<tbody>`. A phone skips the style and layout of groups outside the viewport (content-visibility). */
const ROWS_PER_GROUP = 10

/** The same object for all renders: React rewrites the markup when the object changes. */
const SERVER_MARKUP = { __html: '' }

interface CodeRowsProps<Code> {
  codes: readonly Code[]
  /** Renders the row of a code. */
  children(code: Code): ReactNode
}

/**
 * The public rows. Rows that came with the server-rendered document are kept as they are and not hydrated: they have no
 * handlers of their own, and hydrating them would block a slow phone. Any other list, such as search results, is
 * rendered normally.
 */
export function CodeRows<Code>({ codes, children }: CodeRowsProps<Code>) {
  const isHydrated = useHydrated()
  useItemKeys('tbody th a')
  useNoteRowInMiddle()
  const [served, setServed] = useState(isHydrated ? null : codes)
  if (served !== null && served !== codes) setServed(null)
  const isKept = served !== null && typeof document !== 'undefined'
  return Array.from({ length: Math.ceil(codes.length / ROWS_PER_GROUP) }, (_, group) => {
    const props = {
      className: 'max-sm:[contain-intrinsic-size:auto_60rem] max-sm:[content-visibility:auto]',
      onClick: copyPermalink,
    }
    return isKept ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its place in the list
      // biome-ignore lint/security/noDangerouslySetInnerHtml: no markup is set; React keeps what the server sent
      <tbody key={`kept ${group}`} {...props} dangerouslySetInnerHTML={SERVER_MARKUP} suppressHydrationWarning />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a group is identified by its place in the list
      <tbody key={group} {...props}>
        {codes.slice(group * ROWS_PER_GROUP, (group + 1) * ROWS_PER_GROUP).map(children)}
      </tbody>
    )
  })
}
