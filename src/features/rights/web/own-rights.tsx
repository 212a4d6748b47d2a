import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import { ErrorNote } from '#ui/error-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import type { OwnRight, Way } from '../contract.ts'
import { useOwnRights } from './queries.ts'
import { placeText, rightName, rightText } from './right-texts.tsx'
import { RoleName } from './role-name.tsx'

/** Why the signed-in person has their rights, and what they would need for the others. */
export function OwnRights() {
  const { data, error, isError, refetch } = useOwnRights()
  const held = data?.data.filter(({ ways }) => ways.length > 0) ?? []
  const others = data?.data.filter(({ ways }) => ways.length === 0) ?? []
  return (
    <section aria-labelledby="own-rights" className="rounded-md border border-haze bg-dusk p-5">
      <h2 id="own-rights" className="text-lg">
        {t('Why you can or cannot do something')}
      </h2>
      <p className="mt-1 mb-4 text-paper-dim text-sm">
        {t('Your Discord roles decide. Nobody can change that on this site: roles are given and taken in Discord.')}
      </p>
      {isError && (
        <ErrorNote message={t('Failed to load what you can do.')} error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Skeleton label={t('Loading what you can do…')} rows={3} />}
      {data !== undefined && (
        <>
          <h3 className="eyebrow text-amber">{t('You can')}</h3>
          {held.length === 0 ? (
            <p className="mt-1.5 text-sm">
              {t('Everything that members can: read the public pages and your own records.')}
            </p>
          ) : (
            <ul className="mt-2 space-y-3">
              {held.map((right) => (
                <HeldRight key={right.access} right={right} />
              ))}
            </ul>
          )}
          {others.length > 0 && (
            <details className="group mt-4">
              <summary className="inline-link touch-target w-fit cursor-pointer text-sm">
                {t('What you cannot do, and why ({count})', { count: others.length })}
              </summary>
              {!data.isInGuild && (
                <p className="mt-2 text-sm">
                  {t('You are not in our Discord server. Roles are given there, so join it first.')}
                </p>
              )}
              <ul className="mt-3 space-y-3">
                {others.map((right) => (
                  <OtherRight key={right.access} right={right} isInGuild={data.isInGuild} />
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </section>
  )
}

function HeldRight({ right: { access, ways } }: { right: OwnRight }) {
  return (
    <RightRow access={access} icon={<Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />}>
      {ways.map((way) => (
        <WayLine key={`${way.file} ${way.line} ${way.role?.id}`} way={way} access={access} />
      ))}
    </RightRow>
  )
}

/** A right by its name, with what it allows and why the person has it or not. */
function RightRow({ access, icon, children }: { access: string; icon: ReactNode; children: ReactNode }) {
  const { departments } = useSiteContent()
  return (
    <li className="flex gap-2.5 text-sm">
      {icon}
      <div className="min-w-0">
        <p>
          <strong className="font-semibold text-paper">{rightName(access, departments)}</strong>{' '}
          <span className="text-paper-dim">{rightText(access)}</span>
        </p>
        {children}
      </div>
    </li>
  )
}

function WayLine({ way, access }: { way: Way; access: string }) {
  const { departments } = useSiteContent()
  const { role, by } = way
  return (
    <p className="wrap-anywhere text-paper-faint">
      {role === null ? (
        t('You are named as an owner in the settings of the site (OWNER_IDS).')
      ) : (
        <RoleName role={role} />
      )}{' '}
      {role !== null && placeText(way)}
      {by !== access && <> · {t('included in {right}', { right: rightName(by, departments) })}</>}
    </p>
  )
}

function OtherRight({ right: { access, wouldGive }, isInGuild }: { right: OwnRight; isInGuild: boolean }) {
  return (
    <RightRow access={access} icon={<X aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-paper-faint" />}>
      {isInGuild && (
        <p className="wrap-anywhere text-paper-faint">
          {wouldGive.length > 0
            ? t('You have none of the Discord roles that give it: {roles}.', { roles: wouldGive.join(', ') })
            : t('You have no Discord role that gives it. Ask an owner which one that is.')}
        </p>
      )}
    </RightRow>
  )
}
