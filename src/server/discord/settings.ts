import type { DiscordApplication } from '#server/config/environment.ts'

/** The settings of this site's Discord application, with the address of this site. */
export interface DiscordSettings extends DiscordApplication {
  /** The URL to which Discord sends people back. It must be registered with the application exactly as written. */
  redirectUri: string
}
