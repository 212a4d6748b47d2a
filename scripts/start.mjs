// @ts-check
// npm start: from a fresh clone to a running site.
import { become, prepare } from './ensure.mjs'

await prepare()
await become('main', [])

// npm passes SIGTERM to the shell it started, and a shell that dies of it leaves its child behind: no signal, but
// another parent.
if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') {
  const parent = process.ppid
  const watch = setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref()
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => clearInterval(watch))
}
