import { useMedia } from '#web/site-context.tsx'

/**
 * The community's emblem, as it is drawn for small sizes: the browser's tab shows the same file. The name stands beside
 * it, so it says nothing itself.
 */
export function Emblem({ className = 'size-9' }: { className?: string }) {
  return <img src={useMedia()('/media/icons/favicon.svg')} alt="" width="64" height="64" className={className} />
}
