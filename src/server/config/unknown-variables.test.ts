import { expect, it } from 'vitest'
import { findUnknownVariables } from './unknown-variables.ts'

it.each([
  ['DISCORD_TOKEN', 'DISCORD_BOT_TOKEN'],
  ['DISCORD_SERVER_ID', 'DISCORD_GUILD_ID'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['OWNER_ID', 'OWNER_IDS'],
  ['discord_client_id', 'DISCORD_CLIENT_ID'],
  ['ROLEMAXAGE', 'ROLE_MAX_AGE'],
  ['PORTT', 'PORT'],
  ['VERIFYPASS_SOMETHING_ELSE_ENTIRELY_NEW', null],
])('The unknown variable %s is told with the nearest that there is: %s', (name, nearest) => {
  expect(findUnknownVariables({ [name]: 'x' })).toEqual([{ name, nearest }])
})

it('What other programs read is not taken for a mistake', () => {
  const others = ['PATH', 'PWD', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'SHELL', 'LOGNAME', 'TERM', 'TZ', 'NODE_ENV', 'USER']
  const more = ['POSTGRES_PASSWORD', 'SITE_NAME', 'SITES', 'TRUSTED_PROXIES', 'SESSION_MANAGER', 'npm_config_port']
  const env = Object.fromEntries(
    [...others, ...more, 'DATABASE_HOST', 'XDG_DATA_DIRS', 'COLORTERM'].map((n) => [n, 'x']),
  )
  expect(findUnknownVariables(env)).toEqual([])
})

it('A known variable, a webhook and one that is empty are fine', () => {
  expect(findUnknownVariables({ PORT: '1', DISCORD_WEBHOOK_ANY_NAME: 'x', DISCORD_TOKEN: ' ' })).toEqual([])
})
