import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { createLogger } from '../log.ts'
import { createHttpServer } from './http-server.ts'
import { limitsInMemory } from './limits.ts'
import { addressOf } from './visitor-address.ts'

let app: FastifyInstance = Fastify()
afterEach(() => app.close())

it.each([
  [0, '198.51.100.1', '127.0.0.1'],
  [1, '198.51.100.1', '198.51.100.1'],
  [1, '10.0.0.1, 198.51.100.1', '198.51.100.1'],
  [2, '10.0.0.1, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
  [2, '198.51.100.1', '198.51.100.1'],
  [2, ' 198.51.100.1 ,\t192.0.2.7 ', '198.51.100.1'],
  [2, '198.51.100.1,,192.0.2.7,', '198.51.100.1'],
  [1, '', '127.0.0.1'],
  [1, ',', '127.0.0.1'],
  [3, '2001:db8::1, 2001:db8::2', '2001:db8::1'],
])(
  'behind %i proxies, %j is %s to the live connection and to the framework',
  async (trustProxy, forwarded, address) => {
    app = createHttpServer({
      origin: 'https://site.example',
      cdnUrl: 'https://cdn.example',
      logger: createLogger('silent'),
      trustProxy,
      limits: limitsInMemory,
      answerFailure: (_request, reply) => reply,
    })
    app.get('/', async (request) => [request.ip, addressOf(request.raw, trustProxy)])
    const response = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })
    expect(response.json()).toEqual([address, address])
  },
)
