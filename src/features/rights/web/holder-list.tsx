import { PersonLink } from '#features/auth/web/person-link.tsx'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import type { Holder } from '../contract.ts'
import { OWNER_IDS } from '../rules.ts'

/** The people who have the right or role now. A press on one opens the person in the panel. */
export function HolderList({ people }: { people: readonly Holder[] }) {
  return (
    <>
      <h2 className="eyebrow mt-3 text-amber">{t('Who has it now')}</h2>
      {people.length === 0 ? (
        <p className="mt-1.5 text-sm">{t('Nobody who has signed in here.')}</p>
      ) : (
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1.5 text-sm">
          {people.map(({ id, name, isNamed }) => (
            <li key={id} className="flex items-center gap-2">
              <PersonLink id={id} name={name} className="inline-link wrap-anywhere touch-target">
                {name}
              </PersonLink>
              {isNamed && <Chip tone="sunset">{OWNER_IDS}</Chip>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
