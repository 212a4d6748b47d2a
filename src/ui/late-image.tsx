import { type ComponentProps, useEffect, useRef, useState } from 'react'

/**
 * How near a picture is to the window when it is fetched. A browser's own `loading="lazy"` begins 1,250 to 2,500 px off.
 */
const NEAR = '300px'
/** Stands in until then: a picture of nothing, for an image always has one. */
const NOTHING = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'

/** A picture further down, fetched only when somebody comes near it; without scripts it is there from the start. */
export function LateImage({ src, alt, ...rest }: ComponentProps<'img'>) {
  const ref = useRef<HTMLImageElement>(null)
  const [isNear, setIsNear] = useState(false)

  useEffect(() => {
    const image = ref.current
    if (image === null) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: NEAR },
    )
    watch.observe(image)
    return () => watch.disconnect()
  }, [])

  return (
    <>
      <img {...rest} ref={ref} src={isNear ? src : NOTHING} alt={alt} className={`noscript:hidden ${rest.className}`} />
      <noscript>
        <img {...rest} src={src} alt={alt} />
      </noscript>
    </>
  )
}
