import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CHECKLIST, trialMod } from '#test/checklist.ts'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { type Checklist, type Stage, StageChange } from '../contract.ts'
import { EMPTY_STAGE, stateFlags, withStage } from '../rules.ts'
import { ChecklistView } from './checklist-view.tsx'

const DONE: Stage = { ...EMPTY_STAGE, ...stateFlags('done'), by: 'Marcus Delgado', notes: 'Calm' }
const MARA = trialMod('Mara Finch', { traineeId: '310000000000000109' })
const NOLAN = withStage(trialMod('Nolan Reyes', { traineeId: '310000000000000115' }), 'classroom', DONE)
const path = `PATCH /api/trialmods/${NOLAN.traineeId}/stage`
const server = fakeServer(() => ({
  'GET /api/trialmods': json([MARA, NOLAN]),
  [`GET /api/trialmods/${NOLAN.traineeId}/history`]: json({ data: [] }),
}))
const written = () => server.asked.filter(({ call }) => call === path).map(({ body }) => body)

/** Responds with the stage as each change leaves it. */
function keepWhatIsWritten() {
  server.answers[path] = () => {
    const { stage, byName, ...rest } = StageChange.parse(written().at(-1))
    const after = { ...EMPTY_STAGE, ...rest, by: byName ?? null, notes: rest.notes ?? null }
    return Response.json({ ok: true, item: withStage({ ...NOLAN, version: 1 + written().length }, stage, after) })
  }
}

function show({
  me = 'Priya Castell',
  ownId = null,
  checklist = CHECKLIST,
}: {
  me?: string | null
  ownId?: string | null
  checklist?: Checklist
} = {}) {
  window.history.replaceState(null, '', '/trial-mod-checklist')
  const known = { '/api/trialmods/checklist': checklist, '/api/trialmods': [MARA, NOLAN] }
  render(
    <QueryClientProvider client={clientOfStaff({}, known)}>
      <ChecklistView links={[]} me={me} ownId={ownId} />
      <LiveRegion />
    </QueryClientProvider>,
  )
}

const stage = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}:`) })
const focused = () => document.activeElement?.getAttribute('aria-label')
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const undo = () => press('z', { ctrlKey: true })

it('arrow keys move from a row to the next stage, between stages and back', () => {
  show()
  screen.getByRole('row', { name: 'Nolan Reyes' }).focus()
  press('ArrowRight')
  expect(focused()).toBe('In-Game of Nolan Reyes: open')
  press('ArrowRight')
  expect(focused()).toBe('Supervised Sit 1 of Nolan Reyes: open')
  press('ArrowUp')
  expect(focused()).toBe('Supervised Sit 1 of Mara Finch: open')
  press('ArrowDown')
  press('ArrowLeft')
  press('ArrowLeft')
  expect(focused()).toBe('Classroom of Nolan Reyes: Completed by Marcus Delgado, with notes')
  press('ArrowLeft')
  expect(focused()).toBe('Nolan Reyes')
})

it.each([
  ['c', { done: true, failed: false, inProgress: false }],
  ['F', { done: false, failed: true, inProgress: false }],
  ['p', { done: false, failed: false, inProgress: true }],
])('the key %s on a stage sets its status, with the viewer as supervisor', async (key, states) => {
  keepWhatIsWritten()
  show()
  stage('In-Game of Nolan Reyes').focus()
  press(key)
  await waitFor(() =>
    expect(written()).toEqual([{ stage: 'in_game', ...states, byName: 'Priya Castell', notes: null, version: 1 }]),
  )
  expect(focused()).toContain('In-Game of Nolan Reyes')
})

it('the named supervisor and the notes stay', async () => {
  server.answers[path] = json({ ok: true, item: { ...NOLAN, version: 2 } })
  show()
  stage('Classroom of Nolan Reyes').focus()
  press('f')
  await waitFor(() => expect(written()).toMatchObject([{ failed: true, byName: 'Marcus Delgado', notes: 'Calm' }]))
})

it('another supervisor is named in the message', async () => {
  keepWhatIsWritten()
  show()
  stage('Classroom of Nolan Reyes').focus()
  press('f')
  await screen.findByText('Classroom of Nolan Reyes is marked Failed, supervised by Marcus Delgado.')
})

it('Ctrl Z restores the state before the first of several changes of a stage', async () => {
  keepWhatIsWritten()
  show()
  stage('In-Game of Nolan Reyes').focus()
  for (const key of ['c', 'f', 'p']) press(key)
  await screen.findByText('In-Game of Nolan Reyes is marked In-Progress.')
  undo()
  await screen.findByText('In-Game of Nolan Reyes is marked Open again.')
  expect(written().at(-1)).toEqual({ stage: 'in_game', ...stateFlags(null), byName: null, notes: null, version: 4 })
  expect(focused()).toBe('In-Game of Nolan Reyes: open')
})

it('several changes of one stage have one undo, which works once', async () => {
  keepWhatIsWritten()
  show()
  stage('In-Game of Nolan Reyes').focus()
  for (const key of ['c', 'f']) press(key)
  await screen.findByText('In-Game of Nolan Reyes is marked Failed.')
  expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
  undo()
  await screen.findByText('In-Game of Nolan Reyes is marked Open again.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('a change is not undone over a later change of somebody else', async () => {
  keepWhatIsWritten()
  show()
  stage('In-Game of Nolan Reyes').focus()
  press('c')
  await screen.findByText('In-Game of Nolan Reyes is marked Completed.')
  const error = { code: 'changed_meanwhile', message: 'Someone else changed this.' }
  server.answers[path] = json({ ok: false, error, item: { ...NOLAN, version: 9 } }, 409)
  undo()
  await screen.findByText('It was not undone. Someone else changed this.')
})

it('an undo that did not reach the site can be retried, and the page shows the stored state meanwhile', async () => {
  keepWhatIsWritten()
  show()
  stage('In-Game of Nolan Reyes').focus()
  press('c')
  await screen.findByText('In-Game of Nolan Reyes is marked Completed.')
  const answer = server.answers[path]
  const offline = () => Promise.reject(new TypeError('Failed to fetch'))
  server.answers[path] = offline
  server.answers['GET /api/trialmods'] = offline
  undo()
  await screen.findByText(/^It was not undone\. The site could not be reached/)
  expect(focused()).toMatch(/: completed/i)
  if (answer !== undefined) server.answers[path] = answer
  undo()
  await screen.findByText('In-Game of Nolan Reyes is marked Open again.')
})

it('a change in the dialog can be undone with its notes', async () => {
  keepWhatIsWritten()
  show()
  fireEvent.click(stage('Classroom of Nolan Reyes'))
  fireEvent.change(screen.getByLabelText('Notes (optional)'), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(written().at(-1)).toMatchObject({ stage: 'classroom', done: true, notes: 'Calm', version: 2 }),
  )
})

it('keys do nothing outside a stage, held down, with a modifier, or without a change', () => {
  show()
  screen.getByRole('row', { name: 'Nolan Reyes' }).focus()
  for (const key of ['c', 'f', 'p']) press(key)
  screen.getByLabelText('Search').focus()
  for (const key of ['c', 'f', 'p']) press(key)
  stage('In-Game of Nolan Reyes').focus()
  press('c', { repeat: true })
  press('c', { ctrlKey: true })
  press('c', { metaKey: true })
  press('x')
  stage('Classroom of Nolan Reyes').focus()
  press('c')
  fireEvent.click(stage('In-Game of Nolan Reyes'))
  fireEvent.keyDown(screen.getByLabelText('Supervising Admin'), { key: 'c' })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Cancel' }), { key: 'c' })
  expect(written()).toEqual([])
})

it('a key opens the dialog with the reason if the viewer cannot sign off the stage', () => {
  show({ ownId: NOLAN.traineeId })
  stage('In-Game of Nolan Reyes').focus()
  press('c')
  screen.getByText('This is your own record. Somebody else must sign it off.')
  expect(written()).toEqual([])
})

it('a key does nothing while an earlier stage is open', () => {
  show({ checklist: { ...CHECKLIST, inOrder: true } })
  stage('In-Game of Mara Finch').focus()
  press('c')
  expect(screen.getByRole('dialog').textContent).toContain('First comes Classroom.')
})

it('a key asks for the supervisor if the viewer is unknown', () => {
  show({ me: null })
  stage('In-Game of Nolan Reyes').focus()
  press('f')
  expect(screen.getByLabelText('Failed')).toHaveProperty('checked', true)
  screen.getByText('Enter a Supervising Admin when selecting a status.')
  expect(written()).toEqual([])
})
