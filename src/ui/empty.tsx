import type { ReactNode } from 'react'

interface EmptyProps {
  /** The exact text that says that there is nothing. */
  title: string
  hint?: string
  /** The suggested next action. */
  action?: ReactNode
}

/** An empty state: a picture of a calm sea at dusk, the text, and the suggested next action. */
export function Empty({ title, hint, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <svg viewBox="0 0 120 64" aria-hidden="true" className="keeps-colour h-16 w-30">
        <path d="M40 40a20 20 0 0 1 40 0Z" className="fill-sunset/85" />
        <path d="M46 27.500h28M42 33h36" className="stroke-dusk" strokeWidth="2.200" />
        <g className="fill-none stroke-haze" strokeWidth="2.500" strokeLinecap="round">
          <path d="M8 40h104" />
          <path d="M22 48c5-3 9-3 14 0s9 3 14 0" className="stroke-lagoon/60" />
          <path d="M58 51c5-3 9-3 14 0s9 3 14 0" className="stroke-lagoon/60" />
          <path d="M40 58c4-2 8-2 12 0s8 2 12 0" />
        </g>
      </svg>
      <p className="mt-5 max-w-[44ch] font-semibold text-paper">{title}</p>
      {hint !== undefined && <p className="mt-1.5 max-w-[48ch] text-paper-dim text-sm">{hint}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  )
}
