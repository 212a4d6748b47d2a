import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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
        if (statSync(file).size < 1024) continue
        const bytes = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(bytes))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

const serverEntries = {
  main: 'src/app/main.ts',
  'audit-verify': 'src/app/commands/audit-verify.ts',
  doctor: 'src/app/commands/doctor.ts',
  import: 'src/app/commands/import.ts',
  'database-worker': 'src/server/database/embedded/worker.ts',
}

/** `vite build` makes dist/client, `vite build --ssr` dist/server; packages stay outside the server's files. */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), precompress()],
  // Bundled, the server reads one file instead of some thousand at each start; PGlite brings files that it finds by path.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  // The package names only its development files.
  resolve: {
    alias:
      command === 'build'
        ? [
            {
              find: /^react-router$/,
              replacement: join(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs'),
            },
          ]
        : [],
  },
  // While developing, Node loads packages itself: Vite would run CommonJS ones as if they were modules.
  ssr: isSsrBuild ? { noExternal: true, external: ['@electric-sql/pglite', 'pg-native'] } : {},
  publicDir: isSsrBuild ? false : 'src/app/public',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        target: 'node20',
        sourcemap: true,
        rolldownOptions: {
          input: serverEntries,
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
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
          input: 'src/app/browser.tsx',
          output: {
            codeSplitting: {
              groups: [
                {
                  // What most public pages share, in one file: a request costs more than its few bytes.
                  name: 'app',
                  test: /src\/(web\/(call|queries|use-hydrated|site-context)|features\/(auth|departments|assistant)\/web\/(queries|use-auth)|ui\/button)\.tsx?$|node_modules\/lucide-react\/dist\/esm\/(?!icons)|icons\/arrow-(left|right)\.mjs$/,
                },
                {
                  name: 'vendor',
                  priority: 1,
                  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//,
                },
              ],
            },
          },
        },
      },
}))
