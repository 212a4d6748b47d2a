import { setTimeout as sleep } from 'node:timers/promises'
import { startThrowawayPostgres } from '../scripts/postgres.mjs'
import type { Tell } from './figures.ts'
import { type Measured, startMeasured } from './processes.ts'
import { median } from './requests.ts'
import { scratch, startSite } from './site.ts'

/** Node's own web server without any routes. */
const BARE = `
  process.on('SIGTERM', () => process.exit(0))
  const server = require('node:http').createServer()
  server.listen(0, () => console.log('http://localhost:' + server.address().port))
`

/** Measures how long a start takes, and the memory of the site ten seconds later. */
export async function benchStart(tell: Tell): Promise<void> {
  const bare = await startMeasured(['-e', BARE])
  await sleep(1_000)
  const [bareStart, bareMemory] = [`${(bare.readyAfter / 1000).toFixed(2)} s`, `${bare.memory().toFixed(0)} MB`]
  await bare.stop()

  const data = scratch()
  await (await startSite({ DATA_DIR: data })).stop()
  const starts: number[] = []
  let memory = 0
  for (let round = 0; round < 3; round++) {
    const site = await startSite({ DATA_DIR: data })
    starts.push(site.readyAfter)
    memory = await restingMemory(site)
  }
  const start = median(starts) / 1000
  tell({
    what: 'start to ready, existing embedded database',
    promised: '< 2 s',
    measured: `${start.toFixed(2)} s`,
    bare: bareStart,
    isKept: start < 2,
  })
  tell({
    what: 'memory at rest, embedded database',
    promised: '< 350 MB',
    measured: `${memory.toFixed(0)} MB`,
    bare: bareMemory,
    isKept: memory < 350,
  })

  const postgres = await startThrowawayPostgres()
  const env = { DATA_DIR: scratch(), DATABASE_URL: postgres.url }
  await (await startSite(env)).stop() // fills it, as the embedded one was filled
  const onPostgres = await restingMemory(await startSite(env))
  await postgres.stop()
  tell({
    what: 'memory at rest, PostgreSQL',
    promised: '< 150 MB',
    measured: `${onPostgres.toFixed(0)} MB`,
    bare: bareMemory,
    isKept: onPostgres < 150,
  })
}

async function restingMemory(site: Measured): Promise<number> {
  await fetch(`${site.origin}/ten-codes`)
  await sleep(10_000)
  const memory = site.memory()
  await site.stop()
  return memory
}
