/** The community's emblem, from its own content. The name stands beside it, so it says nothing itself. */
export function Emblem({ className = 'size-9' }: { className?: string }) {
  return <img src="/media/emblem.svg" alt="" width="64" height="64" className={className} />
}
