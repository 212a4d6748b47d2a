import { msg, type PlainMessage } from '#lib/messages.ts'

/** The hosts of pictures in Discord channels. Their links expire after about a day. */
const DISCORD = ['cdn.discordapp.com', 'media.discordapp.net']

/**
 * The address of a picture on Discord: only on these two hosts, over https on the default port. `standIn` is the origin
 * of the server that replaces Discord in a demo. Null for any other text.
 */
export function discordLink(text: string, standIn: string | null = null): URL | null {
  const link = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (link === null || link.username !== '' || link.password !== '') return null
  if (link.origin === standIn) return link
  return link.protocol === 'https:' && link.port === '' && DISCORD.includes(link.hostname) ? link : null
}

/** Whether an address leads to Discord. Its messages open only for members of that server. */
const isOnDiscord = ({ hostname }: URL) => /(^|\.)discord(app)?\.(com|net|gg)$/.test(hostname)

/** The greatest length of a video's address. */
export const MAX_LINK = 500

/**
 * The problem with a video's address, or null. Only https on the default port is accepted, and no host that is visibly
 * not on the internet.
 */
export function videoLinkProblem(text: string): PlainMessage | null {
  const link = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (link === null || link.protocol !== 'https:' || link.username !== '' || link.password !== '')
    return msg('Paste the whole web address of the video, which begins with https://.')
  if (link.href.length > MAX_LINK) return msg('This address is too long: it has more than 500 characters.')
  if (link.port !== '')
    return msg('Only addresses without a port are accepted: leave out the colon and the number after the site.')
  if (!link.hostname.includes('.') || /[.]$|\.(local|internal|localhost)$/.test(link.hostname))
    return msg('Only addresses on the internet are accepted.')
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

/**
 * The address of a video as it is stored. Its host is in the form that browsers request, so that no address can imitate
 * another.
 */
export const keptLink = (text: string): string => new URL(text.trim()).href

/** The host of a link, shown so that people can check it before they open the link. */
export const hostOf = (link: string): string => new URL(link).host
