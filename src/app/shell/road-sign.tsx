import type { ReactNode } from 'react'

interface RoadSignProps {
  posts?: readonly number[]
  /** The y coordinate at which the posts begin, behind the plate. */
  top?: number
  children: ReactNode
}

/** The frame of every road sign: posts that reach the ground, and the plate's own drawing in front of them. */
export function RoadSign({ posts = [160], top = 120, children }: RoadSignProps) {
  return (
    <svg viewBox="0 0 320 480" className="overflow-visible font-sign" aria-hidden="true">
      {posts.map((x) => (
        <g key={x}>
          <path d={`M${x - 6} ${top}h12V480h-12Z`} fill="#2a3152" />
          <path d={`M${x + 2} ${top}h4V480h-4Z`} fill="#ff9a6b" opacity="0.550" />
        </g>
      ))}
      {children}
    </svg>
  )
}

interface LettersProps {
  y: number
  size: number
  children: string
  fill?: string
  x?: number
}

/** A line of text on a sign. */
export function Letters({ y, size, children, fill = '#f6f2ea', x = 160 }: LettersProps) {
  return (
    <text x={x} y={y} fontSize={size} fontWeight="800" textAnchor="middle" letterSpacing="0.5" fill={fill}>
      {children}
    </text>
  )
}
