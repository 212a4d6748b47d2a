import { useLayoutEffect } from 'react'

/** Sets `--above` to the height of the page above this part, so that the part can fill the rest of the screen. */
export function useTopOffset(ref: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const measure = () => {
      const part = ref.current
      if (part) part.style.setProperty('--above', `${part.getBoundingClientRect().top + window.scrollY}px`)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [ref])
}
