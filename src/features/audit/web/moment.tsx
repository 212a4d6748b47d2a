const SHOWN = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})

/** When something was, to the second, in the viewer's time. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{SHOWN.format(new Date(at))}</time>
}
