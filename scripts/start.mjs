// @ts-check
// npm start: from a fresh clone to a running site. With `-- --setup` a site without settings asks for them in a browser.
import { become, prepare } from './ensure.mjs'

await prepare()

// npm passes SIGTERM to the shell it started, and a shell that dies of it leaves its child behind: no signal, but
// another parent. A site that closes already takes no notice of one more.
if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref()
}

await become('main', process.argv.slice(2))
