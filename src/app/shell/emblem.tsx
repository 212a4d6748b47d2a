import { useMedia } from '#web/site-context.tsx'

/**
 * The community's emblem as it is drawn for small sizes, from the same file as the favicon. The name is always beside
 * the emblem, so its alternative text is empty.
 */
export function Emblem({ className = 'size-9' }: { className?: string }) {
  return <img src={useMedia()('/media/icons/favicon.svg')} alt="" width="64" height="64" className={className} />
}
