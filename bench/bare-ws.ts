import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/*
 * The baseline of presence: plain `ws` doing the same work. Each client says hello and then sends heartbeats. When the
 * visibility of a client changes, all clients get the first twelve and the total, at most once a second.
 */
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
const viewers = new Map<object, { name: string; visible: boolean }>()
let isDirty = false

sockets.on('connection', (socket) => {
  socket.on('message', (text) => {
    const { name, visible }: { name: string; visible: boolean } = JSON.parse(text.toString())
    const known = viewers.get(socket)
    if (known?.visible !== visible) isDirty = true
    viewers.set(socket, { name, visible })
  })
  socket.on('close', () => {
    viewers.delete(socket)
    isDirty = true
  })
})
setInterval(() => {
  if (!isDirty) return
  isDirty = false
  const first = [...viewers.values()].slice(0, 12).map((viewer, at) => ({
    pid: `pid-${at}-00000000-0000-4000-8000-000000000000`,
    sid: `sid-${at}-00000000-0000-4000-8000-000000000000`,
    ...viewer,
    ringClass: 'ring-staff',
    avatarUrl: `https://cdn.discordapp.com/embed/avatars/${at % 6}.png`,
  }))
  const said = JSON.stringify(['presence:list', { room: 'roster', viewers: first, total: viewers.size }])
  for (const socket of sockets.clients) socket.send(said)
}, 1000)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://localhost:${address?.port}`)
})
process.on('SIGTERM', () => process.exit(0))
