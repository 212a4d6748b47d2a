import { act, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { closePanel, openPanel, useIsInPanel } from './panel-address.ts'

const drawn: string[] = []

function Row({ id }: { id: string }) {
  const isShown = useIsInPanel('person', id)
  drawn.push(`${id} ${isShown}`)
  return null
}

/** The components that render again because of a change. */
function after(change: () => void): string[] {
  drawn.length = 0
  act(change)
  return drawn.toSorted()
}

it('only the previous and the next row behind a panel render again', () => {
  window.history.replaceState(null, '', '/staff-roster?search=a')
  render(['1', '2', '3'].map((id) => <Row key={id} id={id} />))
  expect(after(() => openPanel('person', '1'))).toEqual(['1 true'])
  expect(after(() => openPanel('person', '2'))).toEqual(['1 false', '2 true'])
  expect(after(() => window.history.replaceState(null, '', '/staff-roster?search=ab&person=2'))).toEqual([])
  expect(after(() => closePanel('person'))).toEqual(['2 false'])
})
