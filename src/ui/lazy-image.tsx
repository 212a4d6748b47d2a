import { type ComponentProps, useEffect, useRef, useState } from 'react'

/** How near to the window an image starts to load. The browser's own `loading="lazy"` starts 1,250 to 2,500 px away. */
const NEAR = '300px'
/** An empty image as placeholder, because an image always needs a source. */
const NOTHING = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'

/** An image further down the page that loads only when it comes near the window. Without scripts it loads at once. */
export function LazyImage({ src, alt, ...rest }: ComponentProps<'img'>) {
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
