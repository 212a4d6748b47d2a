// @ts-check
// npm start: goes from a fresh clone to a running site. With `-- --setup`, a site without settings asks for them in a
// browser.
import { prepare, runBuilt } from './ensure.mjs'

await prepare()

// npm passes SIGTERM to the shell that it started, and a shell that is killed leaves its child running. The child gets
// no signal, but a new parent process, so this timer checks the parent. A site that is already closing ignores another
// signal.
if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32') {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 500).unref()
}

await runBuilt('main', process.argv.slice(2))
