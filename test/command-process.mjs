// @ts-check
// Runs commands of the build one after another in a single process. Each message names a command, and the response
// contains its output and its exit code.
import { readFileSync } from 'node:fs'
import { argv, env as inherited } from 'node:process'
import { formatWithOptions } from 'node:util'

const [, , wasm = ''] = argv
// V8 caches the compiled module while it is referenced, so that no database of this process compiles it again.
const compiled = WebAssembly.compile(readFileSync(wasm))
const own = { ...inherited }
let commands = 0

/** @param {{ file: string, args: string[], env: Record<string, string> }} command */
async function run({ file, args, env }) {
  await compiled
  const printed = { out: '', problems: '' }
  /** @param {keyof typeof printed} stream */
  const writeTo =
    (stream) =>
    (/** @type {unknown[]} */ ...args) => {
      printed[stream] += `${formatWithOptions({ colors: false }, ...args)}\n`
    }
  console.log = writeTo('out')
  for (const name of /** @type {const} */ (['error', 'warn'])) console[name] = writeTo('problems')
  process.env = { ...own, ...env }
  process.argv = [process.execPath, file, ...args]
  process.exitCode = undefined
  // A new URL each time, because the entry runs the command when it is loaded.
  await import(`${file}?${++commands}`)
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  process.send?.({ code, ...printed })
}

process.on('message', run)
