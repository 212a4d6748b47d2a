import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'

const SIDES = {
  bot: 'mr-auto rounded-bl-[3px] border border-haze bg-dusk text-paper',
  user: 'ml-auto rounded-br-[3px] bg-lagoon text-night',
}

/** One message of the conversation. */
export function Bubble({ from, children }: { from: 'bot' | 'user'; children: ReactNode }) {
  return (
    <div
      className={`w-fit max-w-[min(88%,34rem)] space-y-3 whitespace-pre-line rounded-lg px-4 py-2.5 leading-relaxed ${SIDES[from]}`}
    >
      <span className="sr-only">{from === 'bot' ? t('Assistant:') : t('You:')} </span>
      {children}
    </div>
  )
}
