/** Where Discord keeps the pictures of its channels. A link there works for a day or so. */
const DISCORD = ['cdn.discordapp.com', 'media.discordapp.net']

/**
 * The address of a picture that Discord keeps: its two hosts and no other, over https at its usual port. `standIn` is the
 * origin of what takes Discord's place in a demo. Null for anything else.
 */
export function discordLink(text: string, standIn: string | null = null): URL | null {
  const link = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (link === null || link.username !== '' || link.password !== '') return null
  if (link.origin === standIn) return link
  return link.protocol === 'https:' && link.port === '' && DISCORD.includes(link.hostname) ? link : null
}
