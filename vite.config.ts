import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pagesByLanguage } from './scripts/pages-by-language.ts'
import { publicModules } from './scripts/public-modules.ts'
import { de } from './src/messages/de.ts'
import { es } from './src/messages/es.ts'

const root = import.meta.dirname

/** Puts a .br and a .gz beside each text asset, so that the server never compresses one twice. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle(options) {
      if (options.dir === undefined || !options.dir.endsWith('client')) return
      for (const entry of readdirSync(options.dir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg|webmanifest)$/.test(entry.name)) continue
        const file = join(entry.parentPath, entry.name)
        if (statSync(file).size < 512) continue
        const bytes = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(bytes))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** Names to Tailwind what it has to read for the stylesheet of the pages for anyone. */
function publicStyle(): Plugin {
  return {
    name: 'public-style',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/ui\/public\.css$/ },
      handler(code) {
        const paths = [...publicModules(root)]
          .filter((path) => !path.startsWith('src/lib/'))
          .map((path) => join(root, path))
        for (const path of paths) this.addWatchFile(path)
        return code + paths.map((path) => `@source "${path}";\n`).join('')
      },
    },
  }
}

/**
 * Writes Tailwind's rules for the children of an element so that a browser passes over them where no parent has the class.
 * As Tailwind writes them it tries each on every element of a page, which took a fifth of the time that styling took.
 */
function quickRules(): Plugin {
  const NAME = String.raw`(\.(?:\\.|[\w-])+)`
  return {
    name: 'quick-rules',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = String(file.source)
          .replaceAll(
            new RegExp(`:where\\(${NAME}>:not\\(:last-child\\)\\)`, 'g'),
            ':where($1)>:where(:not(:last-child))',
          )
          .replaceAll(new RegExp(`:is\\(${NAME}>\\*\\)`, 'g'), '$1>*')
      }
    },
  }
}

/** Draws lucide's icons by our own few lines: theirs are a kilobyte on every first visit, for settings that nothing uses. */
function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    enforce: 'pre',
    load: {
      filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
      handler: () => `
        import { createElement } from 'react'
        import { Drawing } from '/src/ui/drawing.tsx'
        export default ({ node }) => (props) => createElement(Drawing, { shapes: node, className: '', ...props })`,
    },
  }
}

/** Leaves out the query library's lists without an end, which no page has: 400 bytes of every first visit. */
function noInfiniteQueries(): Plugin {
  return {
    name: 'no-infinite-queries',
    apply: 'build',
    load: {
      filter: { id: /\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/ },
      handler: () => `
        const refuse = () => { throw new Error('The build leaves infinite queries out: see vite.config.ts') }
        export { refuse as infiniteQueryBehavior, refuse as hasNextPage, refuse as hasPreviousPage }`,
    },
  }
}

const commands = readdirSync(join(root, 'src/app/commands')).filter((name) => !name.endsWith('.test.ts'))
const serverEntries = {
  main: 'src/app/main.ts',
  'database-worker': 'src/server/database/embedded/worker.ts',
  ...Object.fromEntries(commands.map((name) => [basename(name, '.ts'), `src/app/commands/${name}`])),
}

const languages = pagesByLanguage({ de, es })

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })

/**
 * Matches modules of src/ by their paths without an extension, and packages. A path that names no file is an error:
 * after a rename, every first visit would load the renamed file on its own.
 */
function modules(paths: string, packages?: RegExp): RegExp {
  const names = paths.trim().split(/\s+/)
  const unknown = names.filter((name) => !sources.some((file) => new RegExp(`^${name}\\.tsx?$`).test(file)))
  if (unknown.length > 0) throw new Error(`vite.config.ts names modules that are not in src/: ${unknown.join(', ')}`)
  return new RegExp(
    [`src/(${names.join('|')})\\.tsx?$`, ...(packages === undefined ? [] : [packages.source])].join('|'),
  )
}

/** `vite build` makes dist/client, `vite build --ssr` dist/server; packages stay outside the server's files. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    publicStyle(),
    smallIcons(),
    noInfiniteQueries(),
    languages,
    react(),
    tailwindcss(),
    quickRules(),
    precompress(),
  ],
  // Bundled, the server reads one file instead of some thousand at each start; PGlite brings files that it finds by path.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  // While developing, Node loads packages itself: Vite would run CommonJS ones as if they were modules.
  ssr: isSsrBuild ? { noExternal: true, external: ['@electric-sql/pglite', 'pg-native'] } : {},
  publicDir: false,
  // What reads files beside a page says things in its language, too.
  worker: { format: 'es', plugins: () => [languages] },
  // React has it itself; the router brings it for those that have not.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        target: 'node20',
        sourcemap: true,
        rolldownOptions: {
          input: serverEntries,
          // @discordjs/ws looks for it where a connection is compressed, and ours is not.
          external: ['zlib-sync'],
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            // Node keeps the maps in memory, and needs only the places.
            sourcemapExcludeSources: true,
            // It keeps the code's text too, which packages bring with their comments.
            minify: { compress: false, mangle: false, codegen: true },
          },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: 'manifest.json',
        target: 'es2022',
        sourcemap: false,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['src/app/browser.tsx', 'src/app/first-paint.ts'],
          output: {
            // Each name stands in what every first visit reads: seven letters tell two builds of a file apart, too.
            entryFileNames: 'assets/[name]-[hash:7].js',
            // What pages share is known by what it holds alone.
            chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]-' : ''}[hash:7].js`,
            codeSplitting: {
              // Tuned by hand and only a gain: a module that is in no list has a file of its own. What rolldown shares by
              // itself was measured: twice the requests, or a third more code on each public page.
              groups: [
                {
                  // What every page needs and what most public ones share, in one file: a request costs more than its
                  // few bytes.
                  name: 'site',
                  test: modules(
                    `
                    app/browser app/pages/home web/use-hydrated lib/messages lib/languages lib/date-forms
                    features/departments/web/queries features/departments/web/entry-terms
                    features/assistant/web/queries
                  `,
                    /useSuspenseQuery|icons\/arrow-(left|right)\.mjs$/,
                  ),
                },
                {
                  // What declares a call, which most public pages do without.
                  name: 'schema',
                  test: modules('lib/endpoint lib/text', /node_modules\/zod\//),
                },
                {
                  // What the assistant shares with the pages of the rules.
                  name: 'rule',
                  test: modules('features/assistant/share-rules features/assistant/web/rule-text lib/clean-text'),
                },
                {
                  // What the public lists share with those of the staff.
                  name: 'list',
                  test: modules(
                    `
                    ui/table ui/skeleton ui/chip ui/search-field ui/error-note ui/empty ui/hydrate-in-chunks
                    lib/compare lib/dates lib/search web/use-debounced web/use-list-filter
                  `,
                    /icons\/(search|plus)\.mjs$/,
                  ),
                },
                {
                  // What the pages of the staff share.
                  name: 'tools',
                  test: modules(
                    `
                    app/shell/menu-icon ui/menu ui/sort-head ui/dialog ui/conflict-dialog ui/side-by-side ui/field
                    ui/no-rows ui/refresh-button ui/use-row-keys ui/copy-text ui/combobox web/use-two-step
                    web/use-top-offset web/use-record-form web/use-write web/panel-address web/background-list
                    web/use-sort lib/sheet lib/discord-id lib/address features/trial-mods/rules
                    features/trial-mods/contract features/trial-mods/web/queries features/trial-mods/web/moment
                    features/auth/web/person-link features/[a-z-]+/web/icons
                  `,
                    /useMutation|icons\/(pencil|check|panel-right-open|gavel|clipboard-check|upload)\.mjs$/,
                  ),
                },
                {
                  // What only pages behind a sign-in share: the name of each small file costs every first visit.
                  name: 'staff',
                  test: modules(
                    `
                    features/roster/effect-rules features/roster/status-rules features/roster/position-rules
                    features/roster/web/use-further-roster features/trial-mods/web/use-further-checklist
                    features/audit/web/use-past-imports features/audit/web/past-imports
                    features/rights/web/role-name features/appeals/web/state-chip ui/check-box ui/filter-fold
                    ui/linked-text ui/page-size-field ui/stage-progress ui/import-[a-z]+ ui/use-import
                    ui/list-import ui/dropped-file ui/use-discard-question ui/undo-action ui/quick-select
                    ui/column-heads ui/date-span ui/row-steps ui/keys ui/tabs lib/redaction lib/long-dates
                    ui/form-dialog web/use-is-painted
                  `,
                    /icons\/(at-sign|circle-check|file-spreadsheet|rotate-cw|link-2|chevron-up)\.mjs$/,
                  ),
                },
              ],
            },
          },
        },
      },
}))
