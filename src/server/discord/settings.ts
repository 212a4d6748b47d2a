/** The settings of this site's Discord application. */
export interface DiscordSettings {
  clientId: string
  clientSecret: string
  guildId: string
  /** With a bot, roles are read without the person's own token. */
  botToken?: string
  /** e.g. `https://discord.com/api/v10` */
  apiUrl: string
  /** e.g. `https://discord.com/oauth2/authorize` */
  authorizeUrl: string
  /** e.g. `https://cdn.discordapp.com` */
  cdnUrl: string
  /** The URL to which Discord sends people back. It must be registered with the application exactly as written. */
  redirectUri: string
}
