import { t } from '#lib/messages.ts'
import type { RightWithHolders } from '../rules.ts'
import { Fold } from './fold.tsx'
import { HolderList } from './holder-list.tsx'
import { placeText, rightText } from './right-texts.tsx'
import { RoleName } from './role-name.tsx'

interface RightCardProps {
  right: RightWithHolders
  name: string
  nameOf(access: string): string
}

/** One right: what it allows, which roles give it and where that is set, and who has it now. */
export function RightCard({ right: { access, roles, people }, name, nameOf }: RightCardProps) {
  return (
    <Fold title={name} text={rightText(access)} counts={countsOf(roles.length, people.length)}>
      <h2 className="eyebrow text-amber">{t('Discord roles that give it')}</h2>
      {roles.length === 0 ? (
        <p className="mt-1.5 text-sm">{t('No role gives it. Owners named in OWNER_IDS have it.')}</p>
      ) : (
        <ul className="mt-1.5 space-y-1.5 text-sm">
          {roles.map((role) => (
            <li key={role.id}>
              <RoleName role={role} />
              <span className="text-paper-faint">
                {' '}
                {role.gives
                  .map((given) =>
                    given.access === access ? placeText(given) : `${nameOf(given.access)}: ${placeText(given)}`,
                  )
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <HolderList people={people} />
    </Fold>
  )
}

export function countsOf(roles: number, people: number): string {
  return t('{roles}, {people}', {
    roles: t({ one: '{count} role', other: '{count} roles' }, { count: roles }),
    people: t({ one: '{count} person', other: '{count} people' }, { count: people }),
  })
}
