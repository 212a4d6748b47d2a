import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createGameServerQuery } from '#features/game-server/server/gateway.ts'
import { readUnconfigured } from '#server/config/environment.ts'
import { writeSettingsFile } from '#server/config/settings-file.ts'
import { errorMessage } from '#server/errors.ts'
import type { Assets } from '#server/pages/assets.ts'
import { fromRoot } from '#server/paths.ts'
import { CannotStart } from '../opening.ts'
import { isMarkedAsReal, realRefusal } from '../real-data.ts'
import { buildSetUp } from './setup-server.ts'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Asks for the settings of the site in a browser, and resolves when they are written. Resolves at once when the site is
 * already set up. Throws `BadConfiguration` or `CannotStart`.
 */
export async function setUp({ assets, clientDir }: { assets: Assets; clientDir: string }): Promise<void> {
  const unconfigured = readUnconfigured()
  if (unconfigured === null) return
  const { host, port, dataDir, given } = unconfigured
  const folder = fromRoot(dataDir)
  if (given.DATABASE_URL === undefined && existsSync(join(folder, 'database')) && !isMarkedAsReal(folder)) {
    throw new CannotStart(realRefusal(folder))
  }
  const { app, code, done } = await buildSetUp({
    unconfigured,
    tags: assets.styles(),
    clientDir,
    gameServerAt: (address) => createGameServerQuery(address),
    write: (settings) => writeSettingsFile(dataDir, settings),
  })
  await app.listen({ port, host }).catch((error: unknown) => {
    throw new CannotStart(`${host}:${port} cannot be listened on (${errorMessage(error)}): set PORT or HOST to another`)
  })
  console.log(
    `\nThis site is not set up yet. Open it in a browser, at http://localhost:${port}/setup or at its own address, and enter\nthis code:\n\n  ${code.text}\n`,
  )
  // The first process of a container ignores every signal that it has no listener for.
  const end = () => process.exit(0)
  for (const signal of SIGNALS) process.once(signal, end)
  await done
  await app.close()
  for (const signal of SIGNALS) process.off(signal, end)
  console.log(`Set-up: done. The settings are in ${join(folder, 'settings.json')}`)
}
