import type { Tone } from '#lib/colour.ts'
import { ago, formatMoment } from '#lib/dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import { rich } from '#web/rich.tsx'
import type { Account, RightSource } from '../contract.ts'

const RIGHTS: Record<RightSource['right'], { label: PlainMessage; tone: Tone; includes?: PlainMessage }> = {
  owner: { label: msg('Owner'), tone: 'sunset', includes: msg('Includes management, staff and the ES pages.') },
  management: { label: msg('Management'), tone: 'amber', includes: msg('Includes staff and the ES pages.') },
  staff: { label: msg('Staff'), tone: 'lagoon', includes: msg('Includes the ES pages.') },
  es: { label: msg('ES'), tone: 'info' },
}

/** Where a person's rights come from: each right with the Discord roles that give it, and when the roles were read. */
export function AccountRights({ account, now, isOwn = false }: { account: Account; now: Date; isOwn?: boolean }) {
  const { sources, isInGuild, rolesReadAt } = account
  return (
    <div className="space-y-3 text-sm">
      {sources.length === 0 && <p className="text-paper">{noRights(isOwn, isInGuild)}</p>}
      <ul className="space-y-3">
        {sources.map((source) => {
          const { label, tone, includes } = RIGHTS[source.right]
          return (
            <li key={source.right} className="grid grid-cols-[6.75rem_minmax(0,1fr)] items-start gap-x-3">
              <span>
                <Chip tone={tone}>{t(label)}</Chip>
              </span>
              <div className="min-w-0 pt-0.5">
                {source.isNamed && (
                  <p className="text-paper">{t('Named as an owner in the settings of the site (OWNER_IDS).')}</p>
                )}
                {source.roles.map(({ id, name }) => (
                  <p key={id} className="text-paper">
                    {rich('From the Discord role {role}', {
                      role: <strong className="break-words font-semibold">{name ?? id}</strong>,
                    })}
                    {name !== null && <span className="text-paper-faint text-xs tabular-nums"> {id}</span>}
                  </p>
                ))}
                {includes && <p className="text-paper-faint">{t(includes)}</p>}
              </div>
            </li>
          )
        })}
      </ul>
      <p className="text-paper-faint">
        {rolesReadAt === null
          ? t('The Discord roles have not been read yet.')
          : rich('Roles read from Discord {moment}.', {
              moment: (
                <time dateTime={rolesReadAt} title={formatMoment(rolesReadAt)}>
                  {ago(rolesReadAt, now)}
                </time>
              ),
            })}
      </p>
    </div>
  )
}

function noRights(isOwn: boolean, isInGuild: boolean): string {
  if (isOwn)
    return isInGuild ? t('You have no staff roles.') : t('You are not in our Discord, so you have no staff roles.')
  return isInGuild ? t('No staff roles.') : t('Not in our Discord, so no staff roles.')
}
