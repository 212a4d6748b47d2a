import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CallFailed } from '#web/call.ts'
import { BatchDialog } from './batch-dialog.tsx'

afterEach(cleanup)

const taken: string[] = []
const ends: string[] = []
let refused = ''

async function take(name: string) {
  if (name === refused) throw new CallFailed(409, 'conflict', 'Somebody was faster.', {})
  taken.push(name)
}

function show() {
  taken.length = 0
  ends.length = 0
  render(
    <BatchDialog
      title="Add 3 people?"
      items={['Ann', 'Ben', 'Cem']}
      nameOf={(name) => name}
      action="Add all"
      onEach={take}
      onDone={() => ends.push('done')}
      onClose={() => ends.push('closed')}
    >
      <p>Each of them is added.</p>
    </BatchDialog>,
  )
}

it('the dialog asks before it starts, and cancelling does nothing', () => {
  show()
  screen.getByText('Each of them is added.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel', hidden: true }))
  expect([taken, ends]).toEqual([[], ['closed']])
})

it('items are processed one after the other, and the end is announced', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Add all', hidden: true }))
  await waitFor(() => expect(ends).toEqual(['done']))
  expect(taken).toEqual(['Ann', 'Ben', 'Cem'])
})

it('failed items are named, and only they are repeated', async () => {
  refused = 'Ben'
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Add all', hidden: true }))
  await screen.findByText('Ben: Somebody was faster.')
  expect([taken, ends]).toEqual([['Ann', 'Cem'], []])
  refused = ''
  fireEvent.click(screen.getByRole('button', { name: 'Try again', hidden: true }))
  await waitFor(() => expect(ends).toEqual(['done']))
  expect(taken).toEqual(['Ann', 'Cem', 'Ben'])
})
