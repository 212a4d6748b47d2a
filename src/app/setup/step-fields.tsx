import type { ReactNode } from 'react'
import { t } from '#lib/messages.ts'
import type { Questions } from '#server/discord/questions.ts'
import {
  AddressFields,
  AddressIntro,
  ApplicationFields,
  ApplicationIntro,
  GameFields,
  GameIntro,
  RightsFields,
  RightsIntro,
  ServerFields,
  ServerIntro,
} from './setup-fields.tsx'
import type { Shown, Step } from './steps.ts'

interface StepFields {
  intro: ReactNode
  fields: ReactNode
  /** Whether the step can be answered, for example because there are roles to choose. */
  canGoOn: boolean
}

/** The fields of a step, with what Discord says about the server. Throws `DiscordUnavailable`. */
export async function fieldsOf(
  step: Step,
  shown: Shown,
  questions: Questions,
  authorizeUrl: string,
): Promise<StepFields> {
  const {
    DISCORD_BOT_TOKEN: botToken = '',
    DISCORD_GUILD_ID: guildId = '',
    DISCORD_CLIENT_ID: clientId = '',
  } = shown.values
  switch (step) {
    case 'address':
      return { intro: <AddressIntro />, fields: <AddressFields shown={shown} />, canGoOn: true }
    case 'application':
      return { intro: <ApplicationIntro />, fields: <ApplicationFields shown={shown} />, canGoOn: true }
    case 'server': {
      const guilds = await questions.guilds(botToken)
      return {
        intro: <ServerIntro clientId={clientId} authorizeUrl={authorizeUrl} />,
        fields: <ServerFields guilds={guilds} shown={shown} />,
        canGoOn: guilds.length > 0,
      }
    }
    case 'rights': {
      const guild = await questions.guild(botToken, guildId)
      if (guild === null)
        return { intro: t('The bot is no longer in your server. Invite it again.'), fields: null, canGoOn: false }
      const isAnswered = 'OWNER_IDS' in shown.values
      const owner = isAnswered ? null : await questions.memberName(botToken, guildId, guild.ownerId)
      const values = { OWNER_IDS: owner === null ? '' : guild.ownerId, ...shown.values }
      const fields = <RightsFields roles={guild.roles} owner={owner} shown={{ ...shown, values }} />
      return { intro: <RightsIntro />, fields, canGoOn: true }
    }
    case 'game':
      return { intro: <GameIntro />, fields: <GameFields shown={shown} />, canGoOn: true }
  }
}
