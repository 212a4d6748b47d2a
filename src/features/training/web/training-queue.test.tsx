import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { clientOfStaff, fakeServer, json } from '#test/fake-server.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { listTrainingQueue, type TrainingQueueEntry } from '../contract.ts'
import { MentorDialog } from './mentor-dialog.tsx'
import { TrainingQueue } from './training-queue.tsx'

const NOLAN: TrainingQueueEntry = {
  traineeId: '310000000000000101',
  traineeName: 'Nolan Reyes',
  mentorId: null,
  mentorName: null,
  version: 4,
}
const MARCUS = { id: '310000000000000103', name: 'Marcus Delgado', title: 'Administrator', callsign: 'A-7' }
const CANDIDATES = [MARCUS, { id: NOLAN.traineeId, name: 'Nolan Reyes', title: 'Trial Moderator', callsign: null }]
const PUT = `PUT /api/training/queue/${NOLAN.traineeId}`

const server = fakeServer(() => ({ 'GET /api/training/queue': json({ data: [NOLAN] }) }))

function show(rights: object = {}) {
  const queryClient = clientOfStaff(rights)
  render(
    <QueryClientProvider client={queryClient}>
      <TrainingQueue candidates={CANDIDATES} />
    </QueryClientProvider>,
  )
  return queryClient
}

it('a failed request shows an empty list, which does not say that the queue is empty', async () => {
  const queryClient = show()
  await screen.findByText('Nolan Reyes')
  server.answers['GET /api/training/queue'] = () => Response.json({}, { status: 500 })
  await queryClient.invalidateQueries({ queryKey: [listTrainingQueue.path] })
  await waitFor(() => expect(screen.queryByText('Nolan Reyes')).toBeNull())
  expect(screen.queryByText('No trainees in the queue yet.')).toBeNull()
  expect(screen.getByRole('heading').textContent).toBe('Training queue–')
  expect(screen.queryByRole('alert')).toBeNull()
  server.answers['GET /api/training/queue'] = () => Response.json({ data: [] })
  await queryClient.invalidateQueries({ queryKey: [listTrainingQueue.path] })
  await screen.findByText('No trainees in the queue yet.')
})

it('staff see mentors and cannot assign any', async () => {
  show()
  await screen.findByText('assigning…')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Export'])
})

it('management assigns a mentor who is not a trainee', async () => {
  show({ isManagement: true })
  fireEvent.click(await screen.findByTitle('Mentor of Nolan Reyes'))
  const dialog = within(screen.getByRole('dialog', { name: 'Mentor of Nolan Reyes' }))
  const mentors = within(dialog.getByRole('list', { name: 'Mentors' })).getAllByRole('button')
  expect(mentors.map((mentor) => mentor.textContent)).toEqual(['Marcus DelgadoAdministrator0 trainees'])
  const item = { ...NOLAN, mentorId: MARCUS.id, mentorName: MARCUS.name, version: 5 }
  server.answers[PUT] = () => Response.json({ ok: true, item })
  server.answers['GET /api/training/queue'] = () => Response.json({ data: [item] })
  if (mentors[0]) fireEvent.click(mentors[0])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked.find(({ call }) => call === PUT)?.body).toEqual({ mentorId: MARCUS.id, version: 4 })
  const loads = within(await screen.findByRole('list', { name: 'Trainees per mentor' }))
  expect(loads.getByRole('listitem').textContent).toBe('Marcus Delgado1')
})

it('a late assignment is refused with the present mentor', async () => {
  show({ isManagement: true })
  fireEvent.click(await screen.findByTitle('Mentor of Nolan Reyes'))
  const item = { ...NOLAN, mentorId: '310000000000000104', mentorName: 'Wren Holloway', version: 5 }
  const message = 'Someone else changed this while you were editing.'
  server.answers[PUT] = () =>
    Response.json({ ok: false, error: { code: 'changed_meanwhile', message }, item }, { status: 409 })
  server.answers['GET /api/training/queue'] = () => Response.json({ data: [item] })
  fireEvent.click(screen.getByRole('button', { name: /Marcus Delgado/ }))
  await screen.findByText(message)
  await screen.findByRole('button', { name: 'Remove Wren Holloway as mentor' })
})

it('several trainees get a mentor in one call, and undo is one call', async () => {
  const TYLER = { ...NOLAN, traineeId: '310000000000000102', traineeName: 'Tyler Pineda', version: 0 }
  const WREN = { mentorId: '310000000000000104', mentorName: 'Wren Holloway' }
  const chosen = [{ ...NOLAN, ...WREN }, TYLER]
  const done: string[] = []
  render(
    <QueryClientProvider client={clientOfStaff({ isManagement: true })}>
      <MentorDialog
        chosen={chosen}
        entries={chosen}
        candidates={CANDIDATES.slice(0, 1)}
        onDone={() => done.push('done')}
        onClose={() => done.push('closed')}
      />
      <LiveRegion />
    </QueryClientProvider>,
  )
  const dialog = within(screen.getByRole('dialog', { name: 'Mentor of 2 trainees' }))
  dialog.getByText('Nolan Reyes, Tyler Pineda')
  const mentor = { mentorId: MARCUS.id, mentorName: MARCUS.name }
  const data = chosen.map((each) => ({ ...each, ...mentor, version: each.version + 1 }))
  server.answers['POST /api/training/mentors'] = json({ ok: true, data })
  fireEvent.click(dialog.getByRole('button', { name: /Marcus Delgado/ }))
  await waitFor(() => expect(done).toEqual(['done', 'closed']))
  const undo = screen.getByRole('button', { name: 'Undo', hidden: true })
  expect(undo.parentElement?.textContent).toContain('Marcus Delgado mentors 2 trainees now.')
  fireEvent.click(undo)
  const sent = () => server.asked.flatMap(({ call, body }) => (call.startsWith('POST') ? [body] : []))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toEqual([
    {
      trainees: [
        { traineeId: NOLAN.traineeId, mentorId: MARCUS.id, version: 4 },
        { traineeId: TYLER.traineeId, mentorId: MARCUS.id, version: 0 },
      ],
    },
    {
      trainees: [
        { traineeId: NOLAN.traineeId, mentorId: WREN.mentorId, version: 5 },
        { traineeId: TYLER.traineeId, mentorId: null, version: 1 },
      ],
    },
  ])
})

it('several trainees are selected by keyboard and get a mentor together, and Escape clears the selection', async () => {
  const TYLER = { ...NOLAN, traineeId: '310000000000000102', traineeName: 'Tyler Pineda', version: 0 }
  const CORA = { ...NOLAN, traineeId: '310000000000000106', traineeName: 'Cora Whitaker', version: 2 }
  server.answers['GET /api/training/queue'] = json({ data: [NOLAN, TYLER, CORA] })
  show({ isManagement: true })
  const box = (name: string) => screen.getByRole('checkbox', { name: `Choose ${name}` })
  await screen.findByText('Tyler Pineda')
  expect(screen.queryByRole('region', { name: 'Chosen trainees' })).toBeNull()
  box('Nolan Reyes').focus()
  fireEvent.click(box('Nolan Reyes'))
  fireEvent.keyDown(box('Nolan Reyes'), { key: 'ArrowDown', shiftKey: true })
  expect(document.activeElement).toBe(box('Tyler Pineda'))
  const bar = within(screen.getByRole('region', { name: 'Chosen trainees' }))
  bar.getByText('2 chosen')
  fireEvent.keyDown(box('Tyler Pineda'), { key: 'Escape' })
  expect(screen.queryByRole('region', { name: 'Chosen trainees' })).toBeNull()

  fireEvent.keyDown(box('Tyler Pineda'), { key: 'a', ctrlKey: true })
  fireEvent.click(box('Cora Whitaker'))
  const chosen = within(screen.getByRole('region', { name: 'Chosen trainees' }))
  fireEvent.click(chosen.getByRole('button', { name: 'Copy mentions' }))
  expect(server.copied).toEqual(['<@310000000000000101> <@310000000000000102>'])
  fireEvent.click(chosen.getByRole('button', { name: 'Set mentor' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Mentor of 2 trainees' }))
  const mentor = { mentorId: MARCUS.id, mentorName: MARCUS.name }
  const data = [NOLAN, TYLER].map((each) => ({ ...each, ...mentor, version: each.version + 1 }))
  server.answers['POST /api/training/mentors'] = json({ ok: true, data })
  fireEvent.click(dialog.getByRole('button', { name: /Marcus Delgado/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked.find(({ call }) => call === 'POST /api/training/mentors')?.body).toEqual({
    trainees: [
      { traineeId: NOLAN.traineeId, mentorId: MARCUS.id, version: 4 },
      { traineeId: TYLER.traineeId, mentorId: MARCUS.id, version: 0 },
    ],
  })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen trainees' })).toBeNull())
})

it('staff copy mentions of selected trainees, and cannot assign a mentor', async () => {
  show()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose Nolan Reyes' }))
  const bar = within(screen.getByRole('region', { name: 'Chosen trainees' }))
  expect(bar.queryByRole('button', { name: 'Set mentor' })).toBeNull()
  bar.getByRole('button', { name: 'Copy mentions' })
})
