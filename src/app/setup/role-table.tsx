import { RIGHT_NAMES } from '#features/rights/name-rules.ts'
import { t } from '#lib/messages.ts'
import type { GuildRole } from '#server/discord/questions.ts'
import { RIGHTS } from './step.ts'
import type { Shown } from './steps.ts'

const GRID = 'sm:grid-cols-[minmax(0,1fr)_repeat(4,6.5rem)]'

/**
 * A table of every role of the server with a checkbox for each right. On a phone the checkboxes are below the role's
 * name.
 */
export function RoleTable({ roles, shown }: { roles: readonly GuildRole[]; shown: Shown }) {
  const { values, given, problems } = shown
  return (
    <fieldset className="min-w-0" aria-describedby={problems.roles === undefined ? undefined : 'roles-error'}>
      <legend className="sr-only">{t('Roles')}</legend>
      <div aria-hidden="true" className={`sticky top-0 z-10 bg-night px-4 py-2 max-sm:hidden sm:grid ${GRID}`}>
        <span className="font-bold font-sign text-paper-dim text-sm">{t('Role')}</span>
        {RIGHTS.map(({ right }) => (
          <span key={right} className="text-center font-bold font-sign text-paper-dim text-sm">
            {t(RIGHT_NAMES[right])}
          </span>
        ))}
      </div>
      <ul className="rounded-md border border-haze bg-dusk">
        {roles.map((role) => (
          <li
            key={role.id}
            className={`border-haze/65 border-b px-4 py-1.5 last:border-b-0 sm:grid sm:items-center ${GRID}`}
          >
            <span className="wrap-anywhere block min-w-0 py-1 text-paper max-sm:font-semibold">{role.name}</span>
            <span className="grid grid-cols-4 sm:contents">
              {RIGHTS.map(({ right, variable }) => (
                <label
                  key={right}
                  className="touch-target flex cursor-pointer flex-col items-center justify-center gap-1 rounded-sm text-paper-faint text-xs hover:bg-paper/6 has-checked:text-paper"
                >
                  <input
                    type="checkbox"
                    name={variable}
                    value={role.id}
                    aria-label={`${role.name}: ${t(RIGHT_NAMES[right])}`}
                    defaultChecked={values[variable]?.split(',').includes(role.id)}
                    disabled={variable in given}
                    className="size-4.5"
                  />
                  <span aria-hidden="true" className="sm:hidden">
                    {t(RIGHT_NAMES[right])}
                  </span>
                </label>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {problems.roles !== undefined && (
        <p id="roles-error" className="mt-1.5 text-danger text-sm">
          {problems.roles}
        </p>
      )}
    </fieldset>
  )
}
