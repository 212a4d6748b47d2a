import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../paths.ts'
import { COLOURS } from './look.ts'

it('every theme colour can be set, with its default value', () => {
  const css = readFileSync(join(root, 'src/ui/theme.css'), 'utf8').split('@media print')[0] ?? ''
  const tokens = [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour])
  expect(Object.fromEntries(tokens)).toEqual(COLOURS)
})
