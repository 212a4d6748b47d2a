import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/*
 * The baseline of a cached reply: plain `node:http`, which sends the same bytes and headers as the site. Argument: a
 * file with { headers, body (base64) }.
 */
const { headers, body }: { headers: Record<string, string>; body: string } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
)
const bytes = Buffer.from(body, 'base64')
const { 'content-length': _, ...unchanged } = headers

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === headers.etag) response.writeHead(304, unchanged).end()
  else response.writeHead(200, headers).end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://localhost:${address?.port}`)
})
process.on('SIGTERM', () => process.exit(0))
