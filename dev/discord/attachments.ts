import { crc32, deflateSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** The path of a picture that a person posted, on the CDN. */
export const ATTACHMENT = '/attachments/300000000000000002/300000000000000003/clip.png'

/** Serves a picture under the path of attachments on Discord's CDN. It is always the same picture, drawn here. */
export async function serveAttachments(app: FastifyInstance): Promise<void> {
  app.get('/attachments/:channel/:message/:file', (_, reply) => reply.type('image/png').send(drawClip()))
}

const WIDTH = 640
const HEIGHT = 360

/** Draws the sun over a road at dusk, as a PNG. */
function drawClip(): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) rows.set(colourAt(x, y), y * (1 + WIDTH * 3) + 1 + x * 3)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')])
}

function colourAt(x: number, y: number): [number, number, number] {
  const [fromMiddle, below] = [Math.abs(x - 320), y - 220]
  if (below > 0) {
    const isLine = fromMiddle < 3 + below * 0.04 && Math.floor(300 / (below + 8)) % 2 === 0
    if (isLine) return [233, 196, 106]
    return fromMiddle < 30 + below * 2 ? [38, 44, 66] : [30, 58, 54]
  }
  if (fromMiddle ** 2 + (y - 200) ** 2 < 70 ** 2) return [255, 217, 138]
  return [40 + Math.floor(y * 0.8), 32 + Math.floor(y * 0.3), 90 + Math.floor(y * 0.1)]
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(named, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}
