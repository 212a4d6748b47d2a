import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Calculator as Rules } from '#lib/law.ts'
import { BARE_PENAL_CODE } from '#test/penal-code.ts'
import { CONTENT } from '#test/site.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { SiteProvider } from '#web/site-context.tsx'
import { findCalculator, listCodeSynonyms, listPenalCodes } from '../contract.ts'
import { Calculator } from './calculator.tsx'

const BATTERY = { ...BARE_PENAL_CODE, id: 1, statute: '784.03', title: 'Battery', fine: 500, fine_max: 750 }
const RACING = { ...BARE_PENAL_CODE, id: 2, statute: '316.187', title: 'Racing', counts: 1 }

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(search: string): void {
  window.history.replaceState(null, '', `/penal-codes/calculator${search}`)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  client.setQueryData([listPenalCodes.path], { data: [BATTERY, RACING] })
  client.setQueryData([findCalculator.path], { data: Rules.parse({}) })
  client.setQueryData([listCodeSynonyms.path], { data: [] })
  render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={client}>
        <Calculator />
        <LiveRegion />
      </QueryClientProvider>
    </SiteProvider>,
  )
}

const charges = () => new URLSearchParams(window.location.search).get('charges')

it('an amount in the address outside of its range is ignored', async () => {
  show('?charges=784-03')
  const fine = screen.getByLabelText(/^Fine/)
  fireEvent.change(fine, { target: { value: '9999' } })
  expect(fine).toHaveProperty('value', '9999')
  fireEvent.blur(fine)
  expect(fine).toHaveProperty('value', '750')
  await vi.waitFor(() => expect(charges()).toBe('784-03_f750'))
})

it('a new suspect has the focus', () => {
  show('?charges=784-03')
  fireEvent.click(screen.getByRole('button', { name: 'Add a suspect' }))
  const added = screen.getByRole('region', { name: 'Suspect 2' })
  expect(document.activeElement).toBe(within(added).getByLabelText('Suspect'))
})

it('a removed charge is restored by undo, until something else changes', () => {
  show('?charges=784-03*2;784-03')
  const [first, second] = screen.getAllByRole('button', { name: 'Remove 784.03' })
  if (first) fireEvent.click(first)
  expect(charges()).toBe(';784-03')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(charges()).toBe('784-03*2;784-03')
  if (second) fireEvent.click(second)
  screen.getByText('784.03 removed')
  fireEvent.click(screen.getByRole('button', { name: 'Add a suspect' }))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('a tap that removes or restores a charge opens no keyboard on a phone, and a key press moves to the search', () => {
  show('?charges=784-03,999,316-187')
  const tap = (name: string) => {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button, { detail: 1 })
    return document.activeElement
  }
  expect(tap('Remove 784.03')).toBe(screen.getByRole('button', { name: 'Remove 316.187' }))
  expect(tap('Undo')).toBe(screen.getByRole('button', { name: 'Remove 316.187' }))
  expect(tap('Remove 316.187')).toBe(screen.getByRole('button', { name: 'Remove 999' }))
  expect(tap('Remove 999')).toBe(screen.getByRole('button', { name: 'Remove 784.03' }))
  const sheet = screen.getByRole('region', { name: 'Suspect 1' })
  expect(tap('Remove 784.03')).toBe(sheet)
  expect(tap('Undo')).toBe(sheet)
  fireEvent.click(screen.getByRole('button', { name: 'Remove 784.03' }), { detail: 0 })
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Add a charge' }))
})

it('several removed charges are restored one after the other', () => {
  show('?charges=784-03*2;784-03*3;784-03')
  for (const _ of [1, 2]) {
    const [first] = screen.getAllByRole('button', { name: 'Remove 784.03' })
    if (first) fireEvent.click(first)
  }
  expect(charges()).toBe(';;784-03')
  const undo = () => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  undo()
  expect(charges()).toBe(';784-03*3;784-03')
  undo()
  expect(charges()).toBe('784-03*2;784-03*3;784-03')
})

it('a charge that counts once shows a message if it is added again', () => {
  show('?charges=316-187')
  const field = screen.getByRole('combobox', { name: 'Add a charge' })
  fireEvent.change(field, { target: { value: '316.187' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(charges()).toBe('316-187')
  screen.getByText('316.187 is charged as often as allowed.', { selector: 'p' })
})

it('Ctrl Enter copies the list of the suspect, after adding the typed charge', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show('?charges=784-03;&name=Ray;')
  const [first, second] = screen.getAllByRole('combobox', { name: 'Add a charge' })
  const press = (field = document.body) => fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  press(second)
  expect(writeText).not.toHaveBeenCalled()
  if (first) fireEvent.change(first, { target: { value: '316.187' } })
  press(first)
  expect(charges()).toBe('784-03,316-187;')
  expect(writeText).not.toHaveBeenCalled()
  press(first)
  await screen.findByText('List copied', { selector: 'p' })
  expect(writeText.mock.calls).toEqual([[expect.stringContaining('316.187')]])
  screen.getByText('copies the list')
})

it('a removed suspect is restored by undo', () => {
  show('?charges=784-03;784-03&name=Ray;')
  fireEvent.click(screen.getAllByRole('button', { name: 'Remove suspect' })[0] ?? document.body)
  expect(screen.queryByRole('region', { name: 'Ray' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('region', { name: 'Ray' })).toBeDefined()
})

it('undo for a suspect who was added and removed moves the focus into no field', () => {
  show('?charges=784-03')
  fireEvent.click(screen.getByRole('button', { name: 'Add a suspect' }))
  fireEvent.click(screen.getAllByRole('button', { name: 'Remove suspect' })[1] ?? document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('region', { name: 'Suspect 2' })).toBeDefined()
  expect(document.activeElement?.matches('input')).toBe(false)
})
