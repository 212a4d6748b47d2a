import { Fragment } from 'react'

/** An address or a path that wraps after its dots and slashes rather than inside a word or a number. */
export function Breakable({ children }: { children: string }) {
  return children.split(/(?<=[./])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name and never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
