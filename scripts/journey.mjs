// @ts-check
// npm run journey -- "part of its title": builds if a source has changed, then runs the browser tests with this title.
import { ensureChromium } from './chromium.mjs'
import { bin, prepare, run } from './ensure.mjs'

const [title, ...args] = process.argv.slice(2)
if (title === undefined) {
  console.error('Which one? npm run journey -- "part of its title"')
  process.exit(1)
}
await prepare()
if (!(await ensureChromium())) {
  console.error('There is no Chromium here, and none could be installed.')
  process.exit(1)
}
process.exitCode = await run(bin('playwright'), ['test', '--grep', title, ...args])
