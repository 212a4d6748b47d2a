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

/** Writes a .br and a .gz file for each text asset, so that the server does not compress them on each request. */
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

/** Lists the modules of the public pages as Tailwind sources of their stylesheet. */
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
 * Rewrites Tailwind's selectors for the children of an element into faster ones with the same meaning. A browser tries
 * the original selectors on every element of a page, which took a fifth of the time for style calculation.
 */
function fasterChildSelectors(): Plugin {
  const NAME = String.raw`(\.(?:\\.|[\w-])+)`
  return {
    name: 'faster-child-selectors',
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

/** Replaces the renderer of the lucide icons by a smaller one: the original adds 1 kB to every first visit, for options that the site does not use. */
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

/** Removes infinite queries from the query library: no page uses them, and they add 400 bytes to every first visit. */
function noInfiniteQueries(): Plugin {
  return {
    name: 'no-infinite-queries',
    apply: 'build',
    load: {
      filter: { id: /\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/ },
      handler: () => `
        const unavailable = () => { throw new Error('vite.config.ts removes infinite queries from the build') }
        export { unavailable as infiniteQueryBehavior, unavailable as hasNextPage, unavailable as hasPreviousPage }`,
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
 * Matches modules of src/ by their paths without an extension, and packages. A path without a file is an error:
 * after a rename, every first visit would load the renamed file as a separate chunk.
 */
function modules(paths: string, packages?: RegExp): RegExp {
  const names = paths.trim().split(/\s+/)
  const unknown = names.filter((name) => !sources.some((file) => new RegExp(`^${name}\\.tsx?$`).test(file)))
  if (unknown.length > 0) throw new Error(`vite.config.ts names modules that are not in src/: ${unknown.join(', ')}`)
  return new RegExp(
    [`src/(${names.join('|')})\\.tsx?$`, ...(packages === undefined ? [] : [packages.source])].join('|'),
  )
}

/**
 * The groups of modules that share a file of the client. Tuned by hand, as an optimization only: a module in no group has its own chunk. Rolldown's automatic chunks needed
 * twice the requests, or a third more code on each public page.
 */
const CHUNKS = [
  {
    // Modules that every page or most public pages need, in one file: a further request costs more than
    // these few bytes.
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
    // The declaration of API calls, which most public pages do not need.
    name: 'schema',
    test: modules('lib/endpoint lib/text', /node_modules\/zod\//),
  },
  {
    // Modules that the assistant and the pages of the rules share.
    name: 'rule',
    test: modules('features/assistant/share-rules features/assistant/web/rule-text lib/clean-text'),
  },
  {
    // Modules that the public lists and the lists of the staff share.
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
    // Modules that the pages of the staff share.
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
    // Modules that only pages behind a sign-in share. Every first visit loads the names of all chunks, so one chunk
    // is smaller than many.
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
]

/** `vite build` writes dist/client, and `vite build --ssr` writes dist/server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    publicStyle(),
    smallIcons(),
    noInfiniteQueries(),
    languages,
    react(),
    tailwindcss(),
    fasterChildSelectors(),
    precompress(),
  ],
  // The server bundle includes its packages, so that a start reads one file instead of some thousand. PGlite stays
  // external, because it finds its own files by path.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  // In development Node loads the packages: Vite would run CommonJS packages as ES modules.
  ssr: isSsrBuild ? { noExternal: true, external: ['@electric-sql/pglite', 'pg-native'] } : {},
  publicDir: false,
  // Web workers also have messages in the language of the page.
  worker: { format: 'es', plugins: () => [languages] },
  // React exports this hook; the router depends on a shim for older versions.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        target: 'node20',
        sourcemap: true,
        rolldownOptions: {
          input: serverEntries,
          // An optional package that @discordjs/ws needs only for compressed connections, which the site does not use.
          external: ['zlib-sync'],
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            // Node keeps source maps in memory, and needs only the positions.
            sourcemapExcludeSources: true,
            // Node keeps the source text in memory too: this removes whitespace and the comments of the packages.
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
            // Every first visit reads the names of all files, so they are short. The manifest says which module a file is.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[hash:7].js',
            codeSplitting: { groups: CHUNKS },
          },
        },
      },
}))
