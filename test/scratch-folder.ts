import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const roomToTest = 1024 ** 3

/**
 * Creates a temporary folder, on a RAM disk if there is one with enough room. It also deletes folders that killed runs
 * left behind.
 */
export function scratchFolder(): string {
  const ramDisk = '/dev/shm'
  const hasRam = existsSync(ramDisk) && statfsSync(ramDisk).bavail * statfsSync(ramDisk).bsize > roomToTest
  const parent = hasRam ? ramDisk : tmpdir()
  for (const name of readdirSync(parent)) {
    const owner = /^site-test-(\d+)-/.exec(name)?.[1]
    if (owner && !existsSync(`/proc/${owner}`)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  return mkdtempSync(join(parent, `site-test-${process.pid}-`))
}
