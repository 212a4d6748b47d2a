import { expect, it } from 'vitest'
import { can } from './access.ts'
import { implies, isAccess } from './implied-access.ts'

it('a right implies those of lower levels and its capability in each department, and nothing else', () => {
  expect(implies('management', 'es')).toBe(true)
  expect(implies('es', 'staff')).toBe(false)
  expect(implies('staff', can('discipline.give'))).toBe(true)
  expect(implies(can('ranks.change'), can('ranks.change', 'fhp'))).toBe(true)
  expect(implies(can('ranks.change', 'fhp'), can('ranks.change'))).toBe(false)
  expect(implies(can('ranks.change', 'fhp'), can('ranks.change', 'ttpd'))).toBe(false)
  expect(implies(can('audit.read'), 'staff')).toBe(false)
})

it('a text is an access if it is a level or a capability, also in one department', () => {
  expect(['staff', 'can:law.edit', 'can:ranks.change@fhp'].every(isAccess)).toBe(true)
  expect(['can:law.break', 'boss', ''].some(isAccess)).toBe(false)
})
