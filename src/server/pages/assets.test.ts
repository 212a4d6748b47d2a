import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAssets } from './assets.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'assets-'))
  const entry = {
    file: 'assets/browser-1.js',
    css: ['assets/browser-2.css'],
    assets: ['assets/inter-a.woff2', 'assets/overpass-b.woff2'],
  }
  const manifest = {
    'src/app/browser.tsx': entry,
    'src/app/first-paint.ts': { file: 'assets/first-3.js' },
    'src/ui/staff.css': { file: 'assets/staff-4.css' },
    'src/app/pages/tool.tsx': { file: 'assets/tool-5.js', css: ['assets/staff-4.css'] },
  }
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(dir, 'languages.json'), '{}')
})
afterAll(() => rmSync(dir, { recursive: true }))

const earlyIn = (tags: string) => [...tags.matchAll(/rel="preload" href="([^"]+)" as="font"/g)].map(([, href]) => href)

it('only the fonts of the look are preloaded', () => {
  const { tags, styles } = readAssets(dir)
  expect(earlyIn(tags(null, 'en', ['Inter', 'Overpass']))).toEqual([
    '/assets/inter-a.woff2',
    '/assets/overpass-b.woff2',
  ])
  expect(earlyIn(tags(null, 'en', ['Inter', '/fonts/x.woff2?1']))).toEqual([
    '/assets/inter-a.woff2',
    '/fonts/x.woff2?1',
  ])
  expect(earlyIn(styles())).toEqual(['/assets/inter-a.woff2', '/assets/overpass-b.woff2'])
})

it('the style sheet of a page is listed once, before its code', () => {
  const { tags } = readAssets(dir)
  const linked = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
  const named = ['/assets/browser-2.css', '/assets/staff-4.css', '/assets/tool-5.js']
  expect(linked(tags('src/app/pages/tool.tsx', 'en', []))).toEqual(named)
  expect(linked(tags('src/app/pages/tool.tsx', 'en', [], true))).toEqual([
    ...named.slice(0, 2),
    '/assets/browser-1.js',
    '/assets/tool-5.js',
  ])
})
