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
                  test: /src\/(app\/(browser|pages\/home)|web\/use-hydrated|lib\/(messages|languages|date-forms)|features\/(departments|assistant)\/web\/(queries|entry-terms))\.tsx?$|useSuspenseQuery|icons\/arrow-(left|right)\.mjs$/,
                },
                {
                  // What declares a call, which most public pages do without.
                  name: 'schema',
                  test: /node_modules\/zod\/|src\/lib\/(endpoint|text)\.ts$/,
                },
                {
                  // What the assistant shares with the pages of the rules.
                  name: 'rule',
                  test: /src\/(features\/assistant\/(share-rules|web\/rule-text)|lib\/clean-text)\.tsx?$/,
                },
                {
                  // What the public lists share with those of the staff.
                  name: 'list',
                  test: /src\/(ui\/(table|skeleton|chip|search-field|error-note|empty|hydrate-in-chunks)|lib\/(compare|dates|search)|web\/(use-debounced|use-list-filter))\.tsx?$|icons\/(search|plus)\.mjs$/,
                },
                {
                  // What the pages of the staff share.
                  name: 'tools',
                  test: /src\/(app\/shell\/menu-icon|ui\/(menu|sort-head|dialog|conflict-dialog|side-by-side|field|no-rows|refresh-button|use-row-keys|copy-text|combobox)|web\/(use-two-step|use-top-offset|use-record-form|use-write|panel-address|background-list|use-sort)|lib\/(sheet|discord-id|ago|address)|features\/(trial-mods\/(rules|contract|web\/(queries|moment))|auth\/web\/person-link|[a-z-]+\/web\/icons))\.tsx?$|useMutation|icons\/(pencil|check|panel-right-open|gavel|clipboard-check|upload)\.mjs$/,
                },
                {
                  // What only pages behind a sign-in share: the name of each small file costs every first visit.
                  name: 'staff',
                  test: /src\/(features\/(roster\/(effect-rules|status-rules|position-rules|web\/use-further-roster)|trial-mods\/web\/use-further-checklist|audit\/web\/(use-past-imports|past-imports)|rights\/web\/role-name|appeals\/web\/state-chip)|ui\/(check-box|filter-fold|linked-text|page-size-field|stage-progress|import-[a-z]+|use-import|list-import|dropped-file|use-discard-question|undo-action|quick-select|column-heads|date-span|row-steps|keys|tabs)|lib\/(redaction|long-dates)|web\/use-is-painted)\.tsx?$|icons\/(at-sign|circle-check|file-spreadsheet|rotate-cw|link-2|chevron-up)\.mjs$/,
                },
              ],
            },
          },
        },
      },
}))
