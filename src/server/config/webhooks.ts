/** The Discord webhook of a channel. Everybody who knows the token can post there. */
export interface Webhook {
  id: string
  token: string
  /** The id of a thread in the channel. A forum channel needs one. */
  threadId?: string
}

/** The path of a webhook's URL, as Discord shows it, with or without an API version. */
const WEBHOOK_PATH = /^\/api\/(?:v\d+\/)?webhooks\/(\d{17,20})\/([\w-]{1,200})\/?$/
/** People who use a test build of Discord copy a URL with that build's host. */
const DISCORD_HOSTS = /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/

/**
 * Reads every variable `DISCORD_WEBHOOK_…`. All calls go to DISCORD_API_URL, so only the id, the token and the thread
 * of each URL are used. `wrong` contains the names of variables without a valid webhook URL.
 */
export function readWebhooks(
  given: Record<string, string | undefined>,
  apiUrl: string,
): { webhooks: Record<string, Webhook>; wrong: string[] } {
  const webhooks: Record<string, Webhook> = {}
  const wrong: string[] = []
  for (const name of Object.keys(given).filter(isWebhookName)) {
    const webhook = webhookOf(given[name] ?? '', new URL(apiUrl).origin)
    if (webhook === null) wrong.push(name)
    else webhooks[name] = webhook
  }
  return { webhooks, wrong }
}

export function isWebhookName(name: string): boolean {
  return /^DISCORD_WEBHOOK_[A-Z0-9_]+$/.test(name)
}

function webhookOf(text: string, discordOrigin: string): Webhook | null {
  if (!URL.canParse(text)) return null
  const { origin, pathname, searchParams, username, password } = new URL(text)
  const [, id, token] = WEBHOOK_PATH.exec(pathname) ?? []
  const { thread_id: threadId, ...others } = Object.fromEntries(searchParams)
  const isDiscord = origin === discordOrigin || DISCORD_HOSTS.test(origin)
  const isClean = username === '' && password === '' && Object.keys(others).length === 0
  if (id === undefined || token === undefined || !isDiscord || !isClean) return null
  if (threadId === undefined) return { id, token }
  return /^\d{17,20}$/.test(threadId) ? { id, token, threadId } : null
}
