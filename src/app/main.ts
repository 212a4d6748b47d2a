import { join } from 'node:path'
import { BadConfiguration } from '#server/config/environment.ts'
import { readAssets } from '#server/pages/assets.ts'
import { root } from '#server/paths.ts'
import { preloadAll, render } from './render.tsx'
import { setUp } from './setup/setup.ts'
import { CannotStart, start } from './start.ts'

const clientDir = join(root, 'dist/client')

try {
  const assets = readAssets(clientDir)
  if (process.argv.includes('--setup')) await setUp({ assets, clientDir })
  await start({
    clientDir,
    assets,
    renderer: { render: async (path, data, speech) => render(path, data, speech) },
    prepare: preloadAll,
  })
} catch (error) {
  if (!(error instanceof BadConfiguration || error instanceof CannotStart)) throw error
  console.error(`\n${error.message}\n\nNothing was started. \`npm run doctor\` checks the whole configuration.`)
  process.exit(1)
}
