import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import type { GuildRole } from '#server/discord/questions.ts'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { rich } from '#web/rich.tsx'
import { RoleTable } from './role-table.tsx'
import { isSecret, redirectOf, type Shown } from './steps.ts'

const PORTAL = 'https://discord.com/developers/applications'

function Field({
  name,
  label,
  hint,
  shown,
  ...rest
}: { name: string; label: string; hint: string; shown: Shown } & FieldMore) {
  const { given, values, problems } = shown
  const isHidden = isSecret(name)
  const isKept = isHidden && name in values
  return (
    <TextField
      label={label}
      name={name}
      type={isHidden ? 'password' : 'text'}
      autoComplete="off"
      spellCheck={false}
      {...rest}
      hint={name in given ? t('An environment variable sets this.') : hint}
      error={problems[name]}
      disabled={name in given}
      defaultValue={isHidden ? undefined : (values[name] ?? '')}
      placeholder={isKept ? t('Saved. Paste to replace') : rest.placeholder}
    />
  )
}
interface FieldMore {
  placeholder?: string
  inputMode?: 'url' | 'numeric'
}

export function AddressFields({ shown }: { shown: Shown }) {
  return (
    <>
      <Field
        name="PUBLIC_URL"
        label={t('Public address')}
        hint={t('As people type it. If you have no domain yet, keep what is here.')}
        placeholder="https://www.example.org"
        inputMode="url"
        shown={shown}
      />
      <Field
        name="TRUST_PROXY"
        label={t('Proxies in front')}
        hint={t(
          'How many proxies are between visitors and this program: 0 for none, 1 for Caddy alone, 2 for Cloudflare and Caddy. The number here was counted when you opened this page.',
        )}
        inputMode="numeric"
        shown={shown}
      />
    </>
  )
}

export const AddressIntro = () => <p>{t('Where will people open the site?')}</p>

export const ApplicationIntro = () => (
  <p>
    {rich('Everybody signs in with Discord. Open the {portal} beside this page, press {button}, and copy from there.', {
      portal: (
        <a href={PORTAL} target="_blank" rel="noreferrer" className="text-lagoon underline">
          {t('Discord developer portal')}
        </a>
      ),
      button: <em>{t('New Application')}</em>,
    })}
  </p>
)

export function ApplicationFields({ shown }: { shown: Shown }) {
  return (
    <>
      <div>
        <p className="mb-1.5 font-bold font-sign text-paper-dim text-sm">{t('Redirect')}</p>
        <p className="wrap-anywhere select-all rounded-sm border border-haze bg-dusk px-3 py-2 text-paper text-sm">
          {redirectOf(shown.values.PUBLIC_URL ?? '')}
        </p>
        <p className={`mt-1.5 text-sm ${shown.problems.redirect === undefined ? 'text-paper-faint' : 'text-danger'}`}>
          {shown.problems.redirect ??
            t('Add exactly this on the page OAuth2, under Redirects. One click selects all of it.')}
        </p>
      </div>
      <Field
        name="DISCORD_CLIENT_ID"
        label={t('Application ID')}
        hint={t('On the page General Information.')}
        inputMode="numeric"
        shown={shown}
      />
      <Field
        name="DISCORD_CLIENT_SECRET"
        label={t('Client secret')}
        hint={t('On the page OAuth2. It stays on this machine.')}
        shown={shown}
      />
      <Field
        name="DISCORD_BOT_TOKEN"
        label={t('Bot token')}
        hint={t('On the page Bot. Switch on Server Members Intent there too.')}
        shown={shown}
      />
    </>
  )
}

/** The permission Manage Roles. The bot needs it to give people the verified role. */
const PERMISSIONS = 1 << 28

export function ServerIntro({ clientId, authorizeUrl }: { clientId: string; authorizeUrl: string }) {
  const invite = `${authorizeUrl}?${new URLSearchParams({ client_id: clientId, scope: 'bot', permissions: String(PERMISSIONS) })}`
  return (
    <p>
      {rich('Pick the Discord server of your community. If it is not here, {invite}, then {again}.', {
        invite: (
          <a href={invite} target="_blank" rel="noreferrer" className="text-lagoon underline">
            {t('invite the bot to it')}
          </a>
        ),
        again: (
          <a href="/setup/server" className="text-lagoon underline">
            {t('look again')}
          </a>
        ),
      })}
    </p>
  )
}

export function ServerFields({ guilds, shown }: { guilds: readonly { id: string; name: string }[]; shown: Shown }) {
  const { values, given, problems } = shown
  const error = problems.DISCORD_GUILD_ID
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error === undefined ? undefined : 'server-error'}>
      <legend className="mb-1.5 font-bold font-sign text-paper-dim text-sm">{t('Server')}</legend>
      {guilds.length === 0 && <p className="text-paper">{t('The bot is not in any server yet.')}</p>}
      {guilds.map(({ id, name }) => (
        <label
          key={id}
          className="touch-target flex cursor-pointer items-center gap-3 rounded-md border border-haze bg-dusk px-4 py-2.5 has-checked:border-lagoon"
        >
          <input
            type="radio"
            name="DISCORD_GUILD_ID"
            value={id}
            defaultChecked={values.DISCORD_GUILD_ID === id || guilds.length === 1}
            disabled={'DISCORD_GUILD_ID' in given}
          />
          <span className="wrap-anywhere min-w-0 text-paper">{name}</span>
        </label>
      ))}
      {error !== undefined && (
        <p id="server-error" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}

export const RightsIntro = () => (
  <>
    <p>{t('Which roles of your server give which right? Tick as many as you like, or none.')}</p>
    <p>{t('Owner includes Management, and Management includes Staff. ES is separate: it opens the quick links.')}</p>
  </>
)

export function RightsFields({
  roles,
  owner,
  shown,
}: {
  roles: readonly GuildRole[]
  owner: string | null
  shown: Shown
}) {
  return (
    <>
      <RoleTable roles={roles} shown={shown} />
      <TextAreaField
        label={t('Owners')}
        name="OWNER_IDS"
        rows={2}
        spellCheck={false}
        hint={
          'OWNER_IDS' in shown.given
            ? t('An environment variable sets this.')
            : [
                t('Discord IDs, with commas between them. They stay owners, whatever roles they have in Discord.'),
                ...(owner === null ? [] : [t('This is the owner of the server, {owner}.', { owner })]),
                t('To copy one: Settings, Advanced, Developer Mode; then right-click a name, Copy User ID.'),
              ].join(' ')
        }
        disabled={'OWNER_IDS' in shown.given}
        error={shown.problems.OWNER_IDS}
        defaultValue={(shown.values.OWNER_IDS ?? '').replaceAll(',', ', ')}
      />
    </>
  )
}

export const GameIntro = () => (
  <p>
    {t(
      'The site uses its address to show how many people are playing. Players never see the address. Leave it empty if you have no game server.',
    )}
  </p>
)

export function GameFields({ shown }: { shown: Shown }): ReactNode {
  return (
    <Field
      name="GAME_SERVER"
      label={t('Game server')}
      hint={t('The address of your FXServer, with the port.')}
      placeholder="http://203.0.113.7:30120"
      inputMode="url"
      shown={shown}
    />
  )
}
