import { useState } from 'react'

interface AvatarProps {
  name: string
  url?: string | null
  size?: 'sm' | 'md' | 'lg'
  /** Classes of a ring around it, as 'ring-2 ring-ok'. */
  ringClass?: string
}

const SIZES = { sm: 'size-6 text-[0.625rem]', md: 'size-8 text-xs', lg: 'size-12 text-base' }

/** First letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last]
    .map((word) => (word === undefined ? '' : [...word][0]))
    .join('')
    .toUpperCase()
}

/** A person's picture. It fades in over their initials, which stay where there is none or it fails. */
export function Avatar({ name, url, size = 'md', ringClass = '' }: AvatarProps) {
  const [hasArrived, setHasArrived] = useState(false)
  return (
    <span
      className={`relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-haze font-bold font-sign text-paper-dim ${SIZES[size]} ${ringClass}`}
    >
      <span aria-hidden="true">{initials(name)}</span>
      {url && (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={() => setHasArrived(true)}
          className={`absolute inset-0 size-full object-cover ${hasArrived ? 'animate-fade' : ''}`}
        />
      )}
    </span>
  )
}
