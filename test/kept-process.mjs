// @ts-check
// A process that runs commands of the build one after the other, as a process of its own would run each: it is told
// which by a message, and answers with what the command printed and how it ended.
import { readFileSync } from 'node:fs'
import { argv, env as inherited } from 'node:process'
import { formatWithOptions } from 'node:util'

const [, , wasm = ''] = argv
// While it is kept, no database of this process compiles it again.
const compiled = WebAssembly.compile(readFileSync(wasm))
const own = { ...inherited }
let commands = 0

/** @param {{ file: string, args: string[], env: Record<string, string> }} asked */
async function run({ file, args, env }) {
  await compiled
  const printed = { out: '', problems: '' }
  /** @param {keyof typeof printed} where */
  const into =
    (where) =>
    (/** @type {unknown[]} */ ...said) => {
      printed[where] += `${formatWithOptions({ colors: false }, ...said)}\n`
    }
  console.log = into('out')
  for (const name of /** @type {const} */ (['error', 'warn'])) console[name] = into('problems')
  process.env = { ...own, ...env }
  process.argv = [process.execPath, file, ...args]
  process.exitCode = undefined
  // Another address each time: what the entry does as it is loaded is the command.
  await import(`${file}?${++commands}`)
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  process.send?.({ code, ...printed })
}

process.on('message', run)
