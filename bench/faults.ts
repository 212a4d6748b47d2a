import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '#server/paths.ts'
import { chanceOf } from './faults/chance.ts'
import { fillDisk } from './faults/full-disk.ts'
import { killOften } from './faults/kills.ts'
import { losePower } from './faults/power-loss.ts'
import { prepare } from './faults/site.ts'
import { machine, requireParts } from './figures.ts'

/*
 * npm run faults: breaks the built site on purpose and checks whether any acknowledged write is lost. It runs all
 * parts, or the named ones: kills-embedded, kills-postgresql, power-loss, full-disk-embedded, full-disk-postgresql.
 * `--times 20` replaces the 100 kills and the 20 power losses; `--seed 7` repeats the run with that seed. Results are
 * stored in bench/faults.json. The exit code is 1 when a promise was broken.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string' }, seed: { type: 'string' } },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const kills = Number(values.times ?? 100)
const losses = Number(values.times ?? 20)
const kept = join(root, 'bench/faults.json')
const found: { [part: string]: object } = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
console.log(`${machine()}, seed ${seed}\n`)

const prepared = await prepare()
const parts = {
  'kills-embedded': () => killOften(prepared, 'embedded', kills, chanceOf(seed)),
  'kills-postgresql': () => killOften(prepared, 'postgresql', kills, chanceOf(seed)),
  'power-loss': () => losePower(prepared, losses, chanceOf(seed)),
  'full-disk-embedded': () => fillDisk(prepared, 'embedded', chanceOf(seed)),
  'full-disk-postgresql': () => fillDisk(prepared, 'postgresql', chanceOf(seed)),
}
try {
  requireParts(parts, positionals)
  for (const [name, run] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    const figures = await run()
    if (figures === null) continue
    console.log(name, figures)
    found[name] = { machine: machine(), seed, ...figures }
    writeFileSync(kept, `${JSON.stringify(found, null, 2)}\n`)
    if (figures.lost.length > 0 || ('broken' in figures && figures.broken.length > 0)) process.exitCode = 1
  }
} finally {
  await prepared.close()
}
