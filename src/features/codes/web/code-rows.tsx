import { type ReactNode, useState } from 'react'
import { copyPermalink } from '#ui/copy-permalink.ts'
import { useItemKeys } from '#ui/use-item-keys.ts'
import { useHydrated } from '#web/use-hydrated.ts'

/** A phone neither styles nor lays out a group that is out of sight. */
const GROUP = 10

/** One object for all renders: React writes to the document when it sees another. */
const KEPT = { __html: '' }

interface CodeRowsProps<Code> {
  codes: readonly Code[]
  /** The row of a code. */
  children(code: Code): ReactNode
}

/**
 * The rows that everybody reads. Those that came with the document stay as they are and are not hydrated, which would
 * keep a slow phone from answering: they do nothing by themselves. Any other list, as after a search, is drawn.
 */
export function CodeRows<Code>({ codes, children }: CodeRowsProps<Code>) {
  const isHydrated = useHydrated()
  useItemKeys('tbody th a')
  const [served, setServed] = useState(isHydrated ? null : codes)
  if (served !== null && served !== codes) setServed(null)
  const isKept = served !== null && typeof document !== 'undefined'
  return Array.from({ length: Math.ceil(codes.length / GROUP) }, (_, group) => {
    const props = {
      className: 'max-sm:[contain-intrinsic-size:auto_60rem] max-sm:[content-visibility:auto]',
      onClick: copyPermalink,
    }
    return isKept ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the list
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set, what the server sent is kept
      <tbody key={`kept ${group}`} {...props} dangerouslySetInnerHTML={KEPT} suppressHydrationWarning />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the list
      <tbody key={group} {...props}>
        {codes.slice(group * GROUP, (group + 1) * GROUP).map(children)}
      </tbody>
    )
  })
}
