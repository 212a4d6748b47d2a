import { t } from '#lib/messages.ts'
import type { DepartmentCard } from '../contract.ts'

type Terms = Pick<DepartmentCard, 'recruiting' | 'asks'>

/** Whether a department accepts applications now. Shows nothing if its file does not say. */
export function Recruiting({ department: { recruiting } }: { department: Terms }) {
  if (recruiting === undefined) return null
  return (
    <p
      className={`rounded-sm border bg-night/75 px-2.5 py-1 font-bold font-sign text-sm ${recruiting ? 'border-lagoon text-lagoon' : 'border-paper-faint/60 text-paper-dim'}`}
    >
      {recruiting ? t('Recruiting') : t('Not recruiting now')}
    </p>
  )
}

/** The department's requirements for applicants. */
export function Asks({ department: { asks = [] } }: { department: Terms }) {
  if (asks.length === 0) return null
  return (
    <div className="mt-4">
      <p className="eyebrow">{t('What we ask')}</p>
      <ul className="mt-1.5 list-disc space-y-1 pl-6 text-paper-dim">
        {asks.map((ask) => (
          <li key={ask}>{ask}</li>
        ))}
      </ul>
    </div>
  )
}
