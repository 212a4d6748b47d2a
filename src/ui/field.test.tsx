import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SelectField, TextAreaField, TextField } from './field.tsx'

afterEach(cleanup)

const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())

function show({ disabled = false } = {}) {
  onSubmit.mockClear()
  render(
    <>
      <form id="reasons" onSubmit={onSubmit}>
        <TextField label="Days" />
        <SelectField label="Type" />
        <TextAreaField label="Why" />
      </form>
      <button type="button">Cancel</button>
      <button type="submit" form="reasons" disabled={disabled}>
        Save
      </button>
    </>,
  )
}

it.each(['Days', 'Type', 'Why'])('Ctrl Enter in the field %s submits the form once', (label) => {
  show()
  const field = screen.getByLabelText(label)
  expect(fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })).toBe(false)
  expect(onSubmit).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(field, { key: 'Enter', metaKey: true })
  expect(onSubmit).toHaveBeenCalledTimes(2)
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, repeat: true })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true })
  expect(onSubmit).toHaveBeenCalledTimes(2)
})

it('Enter alone starts a new line of a long text', () => {
  show()
  expect(fireEvent.keyDown(screen.getByLabelText('Why'), { key: 'Enter' })).toBe(true)
  expect(onSubmit).not.toHaveBeenCalled()
})

it('Ctrl Enter does nothing while the submit button is disabled', () => {
  show({ disabled: true })
  fireEvent.keyDown(screen.getByLabelText('Why'), { key: 'Enter', ctrlKey: true })
  expect(onSubmit).not.toHaveBeenCalled()
})
