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
])('the unknown variable %s is reported with the nearest known one: %s', (name, nearest) => {
  expect(findUnknownVariables({ [name]: 'x' })).toEqual([{ name, nearest }])
})

it('variables of other programs are not reported', () => {
  const others = ['PATH', 'PWD', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'SHELL', 'LOGNAME', 'TERM', 'TZ', 'NODE_ENV', 'USER']
  const more = ['POSTGRES_PASSWORD', 'SITE_NAME', 'SITES', 'TRUSTED_PROXIES', 'SESSION_MANAGER', 'npm_config_port']
  const env = Object.fromEntries(
    [...others, ...more, 'DATABASE_HOST', 'XDG_DATA_DIRS', 'COLORTERM'].map((n) => [n, 'x']),
  )
  expect(findUnknownVariables(env)).toEqual([])
})

it('known variables, webhooks and empty variables are accepted', () => {
  expect(findUnknownVariables({ PORT: '1', DISCORD_WEBHOOK_ANY_NAME: 'x', DISCORD_TOKEN: ' ' })).toEqual([])
})
