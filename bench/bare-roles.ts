import { createServer } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'

/*
 * The baseline of role removals: receives Discord's gateway events over plain `ws`, keeps the removed roles in memory,
 * notifies the sockets of these people, and rejects their calls. It has no database, no sessions and no second check.
 */
const [apiUrl = ''] = process.argv.slice(2)
const token = process.env.BOT_TOKEN ?? ''
const refused = new Set<string>()
const sockets = new Map<string, WebSocket>()
const idOf = (url: string | undefined) => new URL(url ?? '/', 'http://bare').searchParams.get('id') ?? ''

const server = createServer((request, response) => {
  response.writeHead(refused.has(idOf(request.url)) ? 403 : 200).end('{}')
})
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
  sockets.set(idOf(request.url), socket)
})

const headers = { authorization: `Bot ${token}`, 'user-agent': 'DiscordBot (http://localhost, 1)' }
const { url }: { url: string } = await (await fetch(`${apiUrl}/gateway/bot`, { headers })).json()
const gateway = new WebSocket(url)
gateway.on('message', (text) => {
  const { op, t, d }: { op: number; t: string | null; d: { user: { id: string }; roles: string[] } } = JSON.parse(
    text.toString(),
  )
  if (op === 10) gateway.send(JSON.stringify({ op: 2, d: { token, intents: 3, properties: {} } }))
  if (t === 'GUILD_CREATE') listen()
  if (t !== 'GUILD_MEMBER_UPDATE' || d.roles.length > 0) return
  refused.add(d.user.id)
  sockets.get(d.user.id)?.send('{"topic":"rights"}')
})

function listen(): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object') console.log(`http://localhost:${address?.port}`)
  })
}
process.on('SIGTERM', () => process.exit(0))
