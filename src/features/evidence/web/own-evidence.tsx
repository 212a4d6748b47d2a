import { t } from '#lib/messages.ts'
import type { Family } from '../rules.ts'
import { EvidenceLink, Picture } from './evidence-list.tsx'
import { useOwnEvidence } from './queries.ts'

/** The evidence of an action against oneself that one is shown; nothing where there is none. */
export function OwnEvidenceList({ family, action }: { family: Family; action: number }) {
  const { data } = useOwnEvidence()
  const items = data?.data.filter((item) => item.family === family && item.action === action) ?? []
  if (items.length === 0) return null
  return (
    <ul aria-label={t('Evidence')} className="mt-2 flex flex-wrap gap-3 text-sm">
      {items.map((item, index) => (
        <li key={item.id}>
          {item.kind === 'image' ? (
            <Picture item={item} name={t('Picture {number}', { number: String(index + 1) })} />
          ) : (
            <EvidenceLink item={item} />
          )}
        </li>
      ))}
    </ul>
  )
}
