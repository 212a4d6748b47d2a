import { longDay } from '#lib/long-dates.ts'
import { t } from '#lib/messages.ts'
import type { Family } from '../rules.ts'
import { EvidenceLink, Picture } from './evidence-list.tsx'
import { useOwnEvidence } from './queries.ts'

/** The evidence that is shown to the viewer, of an action against them. Renders nothing when there is none. */
export function OwnEvidenceList({ family, action }: { family: Family; action: number }) {
  const { data } = useOwnEvidence()
  const items = data?.data.filter((item) => item.family === family && item.action === action) ?? []
  if (items.length === 0) return null
  return (
    <div className="mt-3 text-sm">
      <h4 className="mb-1 font-semibold text-paper-dim text-sm">{t('Evidence that staff show you')}</h4>
      <ul className="flex flex-wrap gap-3">
        {items.map((item, index) => {
          const name = t('Picture {number}', { number: String(index + 1) })
          return (
            <li key={item.id}>
              {item.kind === 'image' ? (
                <figure>
                  <Picture item={item} name={name} />
                  <figcaption className="mt-1 text-paper-faint text-xs">
                    {t('{name}, added on {day}. Press it to see it large.', { name, day: longDay(item.at) })}
                  </figcaption>
                </figure>
              ) : (
                <EvidenceLink item={item} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
