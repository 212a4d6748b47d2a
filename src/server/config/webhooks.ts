/** A channel's webhook at Discord. Anyone who knows the token can post there. */
export interface Webhook {
  id: string
  token: string
  /** Of a thread in the channel; a forum has nothing else to post to. */
  threadId?: string
}

/** The path that Discord copies, with or without the version of its API. */
const WEBHOOK_PATH = /^\/api\/(?:v\d+\/)?webhooks\/(\d{17,20})\/([\w-]{1,200})\/?$/
/** Those who run a test build of Discord copy that build's address. */
const DISCORD_HOSTS = /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/

/**
 * Every `DISCORD_WEBHOOK_…`. All are asked for at DISCORD_API_URL, so of an address only id, token and thread count;
 * `wrong` are the names of those that are no such address.
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
