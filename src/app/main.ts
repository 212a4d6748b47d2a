import { join } from 'node:path'
import { BadConfiguration } from '#server/config/environment.ts'
import { readAssets } from '#server/pages/assets.ts'
import { root } from '#server/paths.ts'
import { beginOpening, CannotStart } from './opening.ts'

const clientDir = join(root, 'dist/client')

try {
  const assets = readAssets(clientDir)
  if (process.argv.includes('--setup')) {
    const { setUp } = await import('./setup/setup.ts')
    await setUp({ assets, clientDir })
  }
  const opening = await beginOpening()
  // This code loads while the database opens.
  const [{ start }, { preloadAll, render }] = await Promise.all([import('./start.ts'), import('./render.tsx')])
  await start(opening, {
    clientDir,
    assets,
    renderer: { render: async (path, data, translator) => render(path, data, translator) },
    prepare: preloadAll,
  })
} catch (error) {
  if (!(error instanceof BadConfiguration || error instanceof CannotStart)) throw error
  console.error(`\n${error.message}\n\nNothing was started. \`npm run doctor\` checks the whole configuration.`)
  process.exit(1)
}
