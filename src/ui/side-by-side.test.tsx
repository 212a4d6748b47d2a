import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SideBySide } from './side-by-side.tsx'

it('each text names its version, because versions can be stacked', () => {
  render(
    <SideBySide
      left="When it was given"
      right="Today"
      fields={[
        { label: 'Type', left: 'Strike', right: 'Note' },
        { label: 'Points', left: '4', right: '4' },
      ]}
    />,
  )
  expect(screen.getByText('Strike').dataset.version).toBe('When it was given')
  expect(screen.getByText('Note').dataset.version).toBe('Today')
  expect(screen.queryByText('Points')).toBeNull()
})
