import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { publicModules } from './public-modules.ts'

const modules = publicModules(fileURLToPath(new URL('..', import.meta.url)))

describe('The modules of public pages', () => {
  it.each([
    'src/app/pages/home.tsx',
    'src/app/pages/department.tsx',
    'src/app/screens.tsx',
    'src/features/assistant/web/chat.tsx',
    'src/app/shell/reconnecting.tsx',
  ])('public modules include %s, which a public page imports statically or dynamically', (path) =>
    expect(modules).toContain(path),
  )

  it.each([
    'src/app/pages/staff-roster.tsx',
    'src/app/shell/quick-keys.tsx',
    'src/features/codes/web/ten-code-view.tsx',
    'src/app/pages/penal-codes-calculator.tsx',
    'src/features/codes/web/calculator.tsx',
    'src/ui/combobox.tsx',
  ])('public modules exclude %s, which belongs to the style sheet of the staff tools', (path) =>
    expect(modules).not.toContain(path),
  )
})
