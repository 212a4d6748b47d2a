import { createServer, type ViteDevServer } from 'vite'
import { beginOpening } from '#app/opening.ts'
import type { PageData, Rendered } from '#app/render.tsx'
import { start } from '#app/start.ts'
import type { Translator } from '#lib/messages.ts'

/*
 * npm run dev: serves the site and Vite on one port. A change to a page appears at once. A change to the server's files
 * restarts the process (`tsx watch`).
 */
let vite: ViteDevServer | null = null

interface RenderModule {
  preloadAll(): Promise<void>
  render(path: string, data: PageData, translator: Translator): Rendered
}

async function renderModule(): Promise<RenderModule> {
  if (vite === null) throw new Error('Vite is still starting: load the page again')
  const { preloadAll, render } = await vite.ssrLoadModule('/src/app/render.tsx')
  return { preloadAll, render }
}

const app = await start(await beginOpening(), {
  development: (request, response, next) => (vite ? vite.middlewares(request, response, next) : next()),
  clientDir: null,
  assets: {
    tags: () =>
      [
        `<script type="module">import { injectIntoGlobalHook } from '/@react-refresh'; injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type</script>`,
        `<script type="module" src="/@vite/client"></script>`,
        `<link rel="stylesheet" href="/src/ui/public.css">`,
      ].join(''),
    styles: () => '<link rel="stylesheet" href="/src/ui/staff.css">',
    script: () => '<script type="module" src="/src/app/browser.tsx"></script>',
  },
  renderer: {
    render: async (path, data, translator) => {
      const { preloadAll, render } = await renderModule()
      await preloadAll()
      return render(path, data, translator)
    },
  },
})
vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
