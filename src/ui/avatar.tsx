import { useEffect, useRef, useState } from 'react'

interface AvatarProps {
  name: string
  url?: string | null
  size?: keyof typeof SIZES
  /** Classes of a ring around the picture, such as 'ring-2 ring-ok'. */
  ringClass?: string
}

const SIZES = {
  sm: { pixels: 24, look: 'size-6 text-[0.625rem]' },
  md: { pixels: 32, look: 'size-8 text-xs' },
  lg: { pixels: 48, look: 'size-12 text-base' },
  xl: { pixels: 64, look: 'size-16 text-xl' },
  '2xl': { pixels: 112, look: 'size-28 text-4xl' },
}

const LOOK_AT = { unknown: '', waiting: 'opacity-0', arrived: 'animate-fade', failed: 'hidden' }

/** The first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return [first, last]
    .map((word) => (word === undefined ? '' : [...word][0]))
    .join('')
    .toUpperCase()
}

/** A person's picture. It fades in over their initials, which stay when there is no picture or it fails to load. */
export function Avatar({ name, url, size = 'md', ringClass = '' }: AvatarProps) {
  const { pixels, look } = SIZES[size]
  return (
    <span
      className={`relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-haze font-bold font-sign text-paper-dim ${look} ${ringClass}`}
    >
      {/* The initials are CSS content, not text of the page: a copied row does not contain them. */}
      <span aria-hidden="true" data-initials={initials(name)} className="before:content-[attr(data-initials)]" />
      {url && <Picture key={url} url={url} pixels={pixels} />}
    </span>
  )
}

function Picture({ url, pixels }: { url: string; pixels: number }) {
  const ref = useRef<HTMLImageElement>(null)
  // Before hydration the picture is a plain image, which may have loaded long ago. Only a picture still loading fades
  // in.
  const [stage, setStage] = useState<keyof typeof LOOK_AT>('unknown')
  useEffect(() => {
    if (ref.current?.complete === false) setStage('waiting')
  }, [])
  return (
    <img
      ref={ref}
      src={url}
      alt=""
      width={pixels}
      height={pixels}
      loading="lazy"
      decoding="async"
      onLoad={() => setStage((now) => (now === 'waiting' ? 'arrived' : now))}
      onError={() => setStage('failed')}
      className={`absolute inset-0 size-full object-cover ${LOOK_AT[stage]}`}
    />
  )
}
