import { execFileSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Prepared } from './site.ts'
import { Writers } from './writes.ts'

interface PowerLossFigures {
  losses: number
  acknowledged: number
  lost: string[]
  longestRecoveryMs: number
  /** How often a file that was written but not synced was gone. This proves that the power loss took effect. */
  unsyncedGone: number
}

const IMAGE_MB = 600
const MAX_WRITES = 60
const UNSYNCED = Buffer.alloc(256 * 1024, 'x')

/**
 * Runs the embedded database on a disk image: after a simulated power loss, the image contains only what had reached
 * the disk. In every other round the kernel has written back some files by itself, as it may. Root only; null when no
 * disk image can be mounted.
 */
export async function losePower(
  { origin, addOwners, start }: Prepared,
  losses: number,
  chance: Chance,
): Promise<PowerLossFigures | null> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  let image = join(folder, 'disk-0')
  const mounted = new Set<string>()
  function mount(at: string): string {
    mkdirSync(at)
    // The file system itself commits nothing during a round.
    execFileSync('mount', ['-o', 'loop,commit=300', image, at], { stdio: 'pipe' })
    mounted.add(at)
    return at
  }
  function unmount(at: string): void {
    execFileSync('umount', [at])
    mounted.delete(at)
  }
  const figures: PowerLossFigures = { losses: 0, acknowledged: 0, lost: [], longestRecoveryMs: 0, unsyncedGone: 0 }
  try {
    createImage(image)
    let at: string
    try {
      at = mount(join(folder, 'at-0'))
    } catch (error) {
      console.log(
        `  power loss: skipped, no disk in a file can be mounted here (${error instanceof Error ? error.message.split('\n')[0] : error})`,
      )
      return null
    }
    const place = () => ({ dataDir: join(at, 'data') })
    const writers = new Writers(origin, await addOwners(place()), chance)
    for (; figures.losses < losses; figures.losses++) {
      const site = start(place())
      const recovery = await site.ready
      if (figures.losses > 0) figures.longestRecoveryMs = Math.max(figures.longestRecoveryMs, Math.round(recovery))
      figures.lost.push(...(await writers.verify(place())).lost)
      writers.start()
      await writers.untilAcknowledged(chance.between(1, MAX_WRITES))
      await sleep(chance.between(0, 30))
      await site.kill()
      writeFileSync(join(at, 'unsynced'), UNSYNCED)
      if (figures.losses % 2 === 1) writeBackSome(join(at, 'data'), chance)
      const next = join(folder, `disk-${figures.losses + 1}`)
      copyFileSync(image, next)
      await writers.stop()
      unmount(at)
      rmSync(image)
      image = next
      at = mount(join(folder, `at-${figures.losses + 1}`))
      if (!removeUnsynced(at)) figures.unsyncedGone++
    }
    if (figures.unsyncedGone < losses) figures.lost.push('nothing is proved: what was not synced was still there')
    const last = start(place())
    figures.longestRecoveryMs = Math.max(figures.longestRecoveryMs, Math.round(await last.ready))
    figures.lost.push(...(await writers.verify(place())).lost)
    await last.stop()
    figures.acknowledged = writers.acknowledged
    return figures
  } finally {
    for (const at of mounted) execFileSync('umount', ['-l', at])
    rmSync(folder, { recursive: true, force: true })
  }
}

function createImage(image: string): void {
  writeFileSync(image, '')
  truncateSync(image, IMAGE_MB * 1024 * 1024)
  execFileSync('mkfs.ext4', ['-q', image], { stdio: 'pipe' })
}

/** Removes the file that was not synced. Returns whether it was still there, in full length. */
function removeUnsynced(at: string): boolean {
  const file = join(at, 'unsynced')
  const wasThere = readdirSync(at).includes('unsynced') && statSync(file).size >= UNSYNCED.length
  rmSync(file, { force: true })
  return wasThere
}

/** Writes back each file with a probability of one half. */
function writeBackSome(folder: string, chance: Chance): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!statSync(path).isFile() || chance.between(0, 1) === 0) continue
    const file = openSync(path, 'r')
    fdatasyncSync(file)
    closeSync(file)
  }
}
