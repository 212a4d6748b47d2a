import type { FastifyInstance, FastifyReply } from 'fastify'
import type { StandInPerson } from './guild.ts'
import { findPerson, type StandInState } from './state.ts'

/**
 * Pictures under the paths of Discord's CDN (https://docs.discord.com/developers/reference#image-formatting), drawn as
 * SVG whatever the address ends in: browsers go by the type.
 */
export async function servePictures(app: FastifyInstance, state: StandInState): Promise<void> {
  app.get<{ Params: { index: string } }>('/embed/avatars/:index.png', ({ params }, reply) => {
    if (!/^[0-5]$/.test(params.index)) return reply.callNotFound()
    return send(reply, drawDefaultAvatar(Number(params.index)))
  })

  app.get<{ Params: { user: string; file: string } }>('/avatars/:user/:file', ({ params }, reply) => {
    const person = findPerson(state, params.user)
    return sendAvatar(reply, person, person?.avatar, params.file)
  })

  app.get<{ Params: { user: string; file: string } }>(
    '/guilds/:guild/users/:user/avatars/:file',
    ({ params }, reply) => {
      const person = findPerson(state, params.user)
      return sendAvatar(reply, person, person?.member?.avatar, params.file)
    },
  )
}

function sendAvatar(reply: FastifyReply, person: StandInPerson | null, hash: string | null | undefined, file: string) {
  if (!person || !hash || !file.startsWith(`${hash}.`)) return reply.callNotFound()
  return send(reply, drawAvatar(person))
}

function send(reply: FastifyReply, image: string): FastifyReply {
  return reply
    .type('image/svg+xml')
    .headers({
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(image)
}

/** The person's initials on a colour that follows from their id, so that they always look the same. */
function drawAvatar(person: StandInPerson): string {
  const words = (person.globalName ?? person.username).split(/[\s._]+/).filter((word) => word !== '')
  const initials = words.slice(0, 2).map((word) => [...word][0]?.toUpperCase() ?? '')
  const hue = Number((BigInt(person.id) * 137n) % 360n)
  return draw(
    hue,
    `<text x="64" y="66" text-anchor="middle" dominant-baseline="central" font-family="system-ui,sans-serif" font-size="50" font-weight="600" fill="#fff">${escapeXml(initials.join(''))}</text>`,
  )
}

/** For those without a picture: one of six, as Discord counts them. */
function drawDefaultAvatar(index: number): string {
  return draw(
    index * 60,
    '<circle cx="64" cy="52" r="22" fill="#fff"/><path d="M20 118a44 38 0 0 1 88 0z" fill="#fff"/>',
  )
}

function draw(hue: number, content: string): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128">',
    `<linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${hue},55%,42%)"/>`,
    `<stop offset="1" stop-color="hsl(${(hue + 40) % 360},60%,28%)"/></linearGradient>`,
    `<rect width="128" height="128" fill="url(#g)"/>${content}</svg>`,
  ].join('')
}

function escapeXml(text: string): string {
  return text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`)
}
