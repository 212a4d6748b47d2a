import { useEffect, useState } from 'react'

/** A section counts as read when its top has passed this share of the window's height. */
const READ = 0.3

/** Which of the sections with these ids is being read: the last one whose top is in the upper part of the window. */
export function useReadAnchor(anchors: readonly string[]): string | null {
  const [read, setRead] = useState<string | null>(null)
  useEffect(() => {
    const look = () => {
      const line = window.innerHeight * READ
      const isAbove = (anchor: string) => (document.getElementById(anchor)?.getBoundingClientRect().top ?? line) < line
      setRead(anchors.findLast(isAbove) ?? null)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [anchors])
  return read
}
