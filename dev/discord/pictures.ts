import type { FastifyInstance, FastifyReply } from 'fastify'
import type { StandInPerson } from './guild.ts'
import { findPerson, type StandInState } from './state.ts'

/**
 * Serves pictures under the paths of Discord's CDN (https://docs.discord.com/developers/reference#image-formatting).
 * The pictures are SVG whatever extension the address has, because browsers go by the content type.
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

/** Scenes for people who do not show their face. Each is drawn on 128 by 128. */
const SCENES = [
  // the sun over the gulf
  '<circle cx="64" cy="70" r="30" fill="#ffd98a"/><path d="M0 76h128v52H0z" fill="#0c1a3c" opacity=".55"/><path d="M36 88h56M46 99h36M54 110h20" stroke="#ffd98a" stroke-width="5" stroke-linecap="round"/>',
  // a palm
  '<circle cx="92" cy="38" r="15" fill="#fff3cf"/><path d="M58 118c6-28 8-44 6-60l8-2c2 18 0 36-2 62z" fill="#0a1024"/><path d="M66 58C48 40 28 44 18 60c16-6 30-6 44 2-18 0-28 12-30 28 10-14 20-20 34-24 12 6 18 16 20 30 6-18-2-28-14-34 14-4 26 0 38 12-2-20-20-30-44-16z" fill="#0a1024"/>',
  // a wave
  '<path d="M0 92c20-44 54-60 90-40-22-2-32 10-28 26 18 20 44 16 66 6v44H0z" fill="#fff" opacity=".9"/><path d="M0 108c34-14 60 16 128-6v26H0z" fill="#0b2247" opacity=".6"/>',
  // a car at night, seen from the front
  '<path d="M22 82l12-30q3-8 12-8h36q9 0 12 8l12 30v26H22z" fill="#0a0f22"/><path d="M38 70l7-16q1-3 5-3h28q4 0 5 3l7 16z" fill="#fff" opacity=".25"/><circle cx="38" cy="88" r="9" fill="#fff4c9"/><circle cx="90" cy="88" r="9" fill="#fff4c9"/><path d="M54 34h10v8H54z" fill="#ff5d6e"/><path d="M64 34h10v8H64z" fill="#6fb4ff"/>',
  // a face with sunglasses
  '<circle cx="64" cy="68" r="40" fill="#ffe0b0"/><path d="M22 58h84v6c0 14-8 20-19 20s-17-8-20-18h-6c-3 10-9 18-20 18S22 78 22 64z" fill="#12162c"/><path d="M48 92q16 12 32 0" fill="none" stroke="#12162c" stroke-width="5" stroke-linecap="round"/>',
  // a headset
  '<path d="M26 78V64a38 38 0 0 1 76 0v14" fill="none" stroke="#fff" stroke-width="9"/><rect x="18" y="66" width="20" height="34" rx="9" fill="#fff"/><rect x="90" y="66" width="20" height="34" rx="9" fill="#fff"/><path d="M100 98q-4 16-26 16" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/>',
  // the moon and the bay
  '<path d="M78 24a36 36 0 1 0 26 60A42 42 0 0 1 78 24z" fill="#fff6d8"/><path d="M26 36h.1M44 20h.1M108 40h.1M24 80h.1" stroke="#fff" stroke-width="6" stroke-linecap="round"/>',
  // a bolt
  '<path d="M74 14L30 74h28l-8 42 48-64H68z" fill="#fff" opacity=".92"/>',
]

/**
 * The person's picture. It depends only on their id, so it is always the same. People whom the picker offers get
 * initials, and most others get a scene.
 */
function drawAvatar(person: StandInPerson): string {
  const scene = person.card === null ? SCENES[Number((BigInt(person.id) * 7n) % 11n)] : undefined
  if (scene !== undefined) return draw(Number((BigInt(person.id) * 67n) % 360n), scene)
  const words = (person.globalName ?? person.username).split(/[\s._]+/).filter((word) => word !== '')
  const initials = words.slice(0, 2).map((word) => [...word][0]?.toUpperCase() ?? '')
  const hue = Number((BigInt(person.id) * 137n) % 360n)
  return draw(
    hue,
    `<text x="64" y="66" text-anchor="middle" dominant-baseline="central" font-family="system-ui,sans-serif" font-size="50" font-weight="600" fill="#fff">${escapeXml(initials.join(''))}</text>`,
  )
}

/** The default picture of people without one: one of six, by Discord's index. */
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
