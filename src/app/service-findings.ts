import { checkApiKey } from '#features/verification/server/verifypass.ts'
import { msg } from '#lib/messages.ts'
import { type Sentence, withValues } from '#lib/sentence.ts'
import type { VerifyPassSettings } from '#server/config/environment.ts'
import type { UnknownVariable } from '#server/config/unknown-variables.ts'
import type { Discord } from '#server/discord/discord.ts'
import { DiscordUnavailable } from '#server/discord/failures.ts'
import { bad, type Finding, good } from '#server/finding.ts'

/** Reports settings with an unknown name. A misspelled setting has no effect, and nothing else reports it. */
export function checkUnknown(unknown: readonly UnknownVariable[]): Finding[] {
  return unknown.map(({ name, nearest }) =>
    bad(
      withValues('{name} is set, but the site has no such setting', { name }),
      nearest === null
        ? withValues('Remove {name}, or find the right name in the table of settings in README.md.', { name })
        : withValues('Rename it to {nearest} if you meant that. The table of settings is in README.md.', { nearest }),
    ),
  )
}

/**
 * Checks the time zone that decides when a day begins: the community's, or else `TZ`. Node silently uses UTC when `TZ`
 * names no time zone.
 */
export function checkTimeZone(tz: string | undefined, own?: string): Finding {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (own !== undefined) {
    return good(withValues('a day begins at midnight in {timeZone}, as site.yaml says', { timeZone: own }))
  }
  if (!tz) {
    return good(
      withValues(
        'a day begins at midnight in {timeZone}, the time zone of this machine; timeZone in site.yaml can name another',
        { timeZone },
      ),
    )
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: tz })
    return good(
      withValues('a day begins at midnight in {timeZone} (TZ); timeZone in site.yaml can name another zone', {
        timeZone: tz,
      }),
    )
  } catch {
    return bad(
      withValues('TZ is {timeZone}, which is not a time zone', { timeZone: tz }),
      msg('Write it as in TZ=America/New_York, then start the site again.'),
    )
  }
}

/** Checks whether VerifyPass accepts the key. A VerifyPass that does not answer is reported as such. */
export async function checkVerifyPass(settings: VerifyPassSettings, timeoutMs?: number): Promise<Finding> {
  const tried = await checkApiKey(settings, timeoutMs)
  switch (tried.result) {
    case 'accepted':
      return good(msg('VerifyPass accepts the key'))
    case 'refused':
      return bad(
        msg('VerifyPass does not accept the key'),
        msg('Copy the API key again from your VerifyPass account into VERIFYPASS_API_KEY.'),
      )
    case 'unreachable':
      return downNow(withValues('VerifyPass at {address} does not answer', { address: settings.apiUrl }))
    case 'unreadable':
      return tried.status >= 500
        ? downNow(withValues('VerifyPass is down: it answered {status}', { status: tried.status }))
        : bad(
            withValues('what answers at {address} is not VerifyPass ({status})', {
              address: settings.apiUrl,
              status: tried.status,
            }),
            msg('Check VERIFYPASS_API_URL, or leave it out.'),
          )
  }
}

const downNow = (what: Sentence) =>
  bad(
    what,
    msg(
      'Your key may be right: try again in a few minutes. If it still fails, check the network and VERIFYPASS_API_URL.',
    ),
  )

/**
 * Checks whether anybody is an owner. Without one, nobody can end sessions or read the audit log. Reports nothing when
 * Discord cannot say: another finding gives the reason.
 */
export async function checkOwners(
  { ownerIds, ownerRoles, hasBot }: { ownerIds: readonly string[]; ownerRoles: readonly string[]; hasBot: boolean },
  discord: Pick<Discord, 'members' | 'membership'>,
): Promise<Finding[]> {
  const fix = msg(
    'Set OWNER_IDS to your Discord ID: in Discord, with developer mode on, right-click your name and choose Copy User ID.',
  )
  if (ownerIds.length === 0 && ownerRoles.length === 0) {
    return [bad(msg('nobody is an owner: OWNER_IDS is not set, and no role gives owner'), fix)]
  }
  if (!hasBot) {
    return [
      ownerIds.length > 0
        ? good(
            withValues('OWNER_IDS names {owners}', {
              owners: ({ t }) => t({ one: 'an owner', other: '{count} owners' }, { count: ownerIds.length }),
            }),
          )
        : good(
            msg(
              'OWNER_IDS is not set: everyone with the owners’ role is an owner. Without a bot the site cannot check who that is',
            ),
          ),
    ]
  }
  try {
    return ownerIds.length > 0 ? await checkNamed() : await checkHolders()
  } catch (error) {
    if (error instanceof DiscordUnavailable) return []
    throw error
  }

  async function checkNamed(): Promise<Finding[]> {
    const strangers: string[] = []
    for (const id of ownerIds) {
      if ((await discord.membership({ id, accessToken: null })) === null) strangers.push(id)
    }
    if (strangers.length === 0) return [good(msg('everybody in OWNER_IDS is in the Discord server'))]
    return [
      bad(
        withValues('OWNER_IDS names {ids}, but nobody in the Discord server has that id', {
          ids: strangers.join(', '),
        }),
        fix,
      ),
    ]
  }

  async function checkHolders(): Promise<Finding[]> {
    for await (const { membership } of discord.members() ?? []) {
      if (membership.roles.some((role) => ownerRoles.includes(role)))
        return [good(msg('somebody has the owners’ role'))]
    }
    return [bad(msg('nobody is an owner: OWNER_IDS is not set, and nobody has a role that gives owner'), fix)]
  }
}
