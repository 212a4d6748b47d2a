import { msg, type PlainMessage } from '#lib/messages.ts'

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

/** Everything else at Discord: its messages open only for those who are in that server. */
const isOnDiscord = ({ hostname }: URL) => /(^|\.)discord(app)?\.(com|net|gg)$/.test(hostname)

/** The longest address of a video that is taken. */
export const MAX_LINK = 500

/**
 * What is wrong with the address of a video; null where nothing is. Only https at its usual port, and no name or address of a machine that is
 * not on the internet, as far as the address itself says so.
 */
export function videoLinkProblem(text: string): PlainMessage | null {
  const link = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (link === null || link.protocol !== 'https:' || link.username !== '' || link.password !== '')
    return msg('Paste the whole web address of the video, which begins with https://.')
  if (link.href.length > MAX_LINK) return msg('This address is too long: it has more than 500 characters.')
  if (link.port !== '')
    return msg('Only addresses without a port are taken: leave out the colon and the number after the site.')
  if (!link.hostname.includes('.') || /[.]$|\.(local|internal|localhost)$/.test(link.hostname))
    return msg('Only addresses on the internet are taken.')
  if (discordLink(link.href) !== null)
    return msg(
      'Links to files on Discord stop working after a day. Put the video elsewhere, and add its link from there.',
    )
  if (isOnDiscord(link))
    return msg(
      'This link leads to Discord and not to a video. Put the video on a video site, and add its link from there.',
    )
  return null
}

/** The web address of a video as it is kept: the host as a browser asks for it, so that nothing looks like another. */
export const keptLink = (text: string): string => new URL(text.trim()).href

/** Whose site it is, for reading before one opens it. */
export const hostOf = (link: string): string => new URL(link).host
