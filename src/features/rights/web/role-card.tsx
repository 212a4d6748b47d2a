import { t } from '#lib/messages.ts'
import type { RoleWithRights } from '../rules.ts'
import { Fold } from './fold.tsx'
import { HolderList } from './holder-list.tsx'
import { placeText } from './right-texts.tsx'
import { RoleName } from './role-name.tsx'

interface RoleCardProps {
  role: RoleWithRights
  nameOf(access: string): string
}

/** One Discord role: all rights that it gives, the places that say so, and who has it now. */
export function RoleCard({ role, nameOf }: RoleCardProps) {
  const { opens, gives, people } = role
  return (
    <Fold
      title={role.name ?? role.id}
      text={
        role.isDeleted ? t('This role was deleted in Discord.') : gives.map(({ access }) => nameOf(access)).join(' · ')
      }
      counts={t('{rights}, {people}', {
        rights: t({ one: '{count} right', other: '{count} rights' }, { count: opens.length }),
        people: t({ one: '{count} person', other: '{count} people' }, { count: people.length }),
      })}
    >
      <p className="text-sm">
        <RoleName role={role} />
      </p>
      <h2 className="eyebrow mt-3 text-amber">{t('What it opens')}</h2>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {opens.map((access) => (
          <li key={access}>{nameOf(access)}</li>
        ))}
      </ul>
      <h2 className="eyebrow mt-3 text-amber">{t('Where it is set')}</h2>
      <ul className="mt-1.5 space-y-1 text-sm">
        {gives.map((given) => (
          <li key={`${given.access} ${given.line}`}>
            {nameOf(given.access)} <span className="text-paper-faint">{placeText(given)}</span>
          </li>
        ))}
      </ul>
      <HolderList people={people} />
    </Fold>
  )
}
