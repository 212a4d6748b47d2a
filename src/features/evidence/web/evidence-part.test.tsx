import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { clientOfStaff, fakeServer } from '#test/fake-server.ts'
import { lossy, riff } from '#test/webp.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import type { Evidence } from '../contract.ts'
import { PictureRefused } from '../picture-rules.ts'
import { AddPicture } from './add-picture.tsx'
import { EvidencePart } from './evidence-part.tsx'

const item = (id: number, more: Partial<Evidence> = {}): Evidence => ({
  ...{ id, family: 'staff', action: 7, kind: 'image', at: '2026-11-02T18:00:00.000Z', width: 800, height: 600 },
  ...{ link: null, gone_since: null, is_shown: false, by: '1', by_name: 'Priya Castell', sha256: 'ab12', size: 900 },
  may_remove: false,
  ...more,
})

let shown: { data: Evidence[]; may_add: boolean; is_about_you: boolean }
const server = fakeServer(() => ({
  'GET /api/evidence': () => Response.json(shown),
  'POST /api/evidence': () => {
    shown = { ...shown, data: [item(1)] }
    return Response.json({ ok: true, item: item(1) })
  },
  'PUT /api/evidence/2': () => Response.json({ ok: true, item: item(2) }),
  'DELETE /api/evidence/2': () => {
    shown = { ...shown, data: [item(1)] }
    return Response.json({ ok: true })
  },
  'POST /api/evidence/2/restore': () => Response.json({ ok: true, item: item(2) }),
}))
const written = () => server.asked.filter(({ call }) => !call.startsWith('GET'))

function show(parts: ReactNode) {
  render(
    <QueryClientProvider client={clientOfStaff({})}>
      {parts}
      <LiveRegion />
    </QueryClientProvider>,
  )
}

it('says what there is, who sees it and that needed evidence is missing', async () => {
  shown = { data: [], may_add: false, is_about_you: false }
  show(<EvidencePart family="staff" action={7} isNeeded />)
  await screen.findByText('Evidence is missing')
  expect(screen.queryByLabelText('Picture')).toBeNull()
  expect(server.asked[0]?.query.toString()).toBe('family=staff&action=7')
})

it('tells the person concerned neither that evidence is missing nor that there is none', async () => {
  shown = { data: [], may_add: false, is_about_you: true }
  show(<EvidencePart family="staff" action={7} isNeeded />)
  await screen.findByText('This action is about you. You see here what staff show you.')
  expect(screen.queryByText('Evidence is missing')).toBeNull()
  expect(screen.queryByText('There is no evidence yet.')).toBeNull()
})

it('shows an internal picture to the person, with an undo', async () => {
  shown = { data: [item(2, { may_remove: true })], may_add: true, is_about_you: false }
  show(<EvidencePart family="staff" action={7} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Show it to the person' }))
  await screen.findByText('The person sees this evidence now.')
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await screen.findByText('This evidence is internal now.')
  expect(written().map(({ call, body }) => [call, body])).toEqual([
    ['PUT /api/evidence/2', { is_shown: true }],
    ['PUT /api/evidence/2', { is_shown: false }],
  ])
})

it('lists who added a picture and who sees it, and takes one back with an undo', async () => {
  shown = { data: [item(1, { is_shown: true }), item(2, { may_remove: true })], may_add: true, is_about_you: false }
  show(<EvidencePart family="staff" action={7} isNeeded />)
  const items = await within(screen.getByRole('region', { name: 'Evidence' })).findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('The person sees itPriya Castell'),
    expect.stringContaining('InternalPriya Castell'),
  ])
  expect(screen.queryByText('Evidence is missing')).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Remove' })).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByText('The evidence was removed.')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Evidence' }))
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await screen.findByText('Undone: The evidence was removed.')
  expect(written().map(({ call }) => call)).toEqual(['DELETE /api/evidence/2', 'POST /api/evidence/2/restore'])
})

it('takes the link of a video, asks who sees it, and shows its site, and since when it is gone', async () => {
  const link = 'https://medal.tv/clips/abc'
  const video = { kind: 'link' as const, link, sha256: null, size: null, width: null, height: null }
  server.answers['POST /api/evidence/links'] = () => {
    shown = {
      data: [item(3, { ...video, gone_since: '2026-11-09T18:00:00.000Z' })],
      may_add: true,
      is_about_you: false,
    }
    return Response.json({ ok: true, item: item(3, video) })
  }
  shown = { data: [], may_add: true, is_about_you: false }
  show(<EvidencePart family="staff" action={7} />)
  const field = await screen.findByLabelText('Or the link of a video')
  expect(screen.queryByRole('button', { name: 'Add the link' })).toBeNull()
  fireEvent.change(field, { target: { value: 'medal.tv/clips/abc' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add the link' }))
  await screen.findByText(/begins with https/)
  expect(written()).toEqual([])
  fireEvent.change(field, { target: { value: link } })
  fireEvent.click(screen.getByRole('radio', { name: /^The person sees it/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Add the link' }))
  await screen.findByText('Video at medal.tv')
  screen.getByText(/^Gone since 11\/09\/2026$/)
  expect(written()).toMatchObject([{ call: 'POST /api/evidence/links', body: { link, shown: true } }])
  const shownLink = screen.getByRole('link', { name: link })
  expect([shownLink.getAttribute('rel'), shownLink.getAttribute('target')]).toEqual([
    'noopener noreferrer nofollow',
    '_blank',
  ])
  expect(document.querySelector('iframe, video, img')).toBeNull()
})

it('sends a picture only after one has looked at it, and internal unless one says otherwise', async () => {
  shown = { data: [], may_add: true, is_about_you: false }
  show(<AddPicture family="staff" action={7} encode={async () => new Uint8Array([1, 2, 3])} />)
  const file = new File(['x'], 'clip.png', { type: 'image/png' })
  fireEvent.change(screen.getByLabelText('Picture'), { target: { files: [file] } })
  await screen.findByAltText('The picture that you chose')
  expect(written()).toEqual([])
  expect(screen.getByRole('radio', { name: /^Internal/ })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('button', { name: 'Add the picture' }))
  await screen.findByText('The picture was added.')
  expect(written()[0]?.query.toString()).toBe('family=staff&action=7&shown=false')
})

it('scrolls to a picture that was chosen once its height is known', async () => {
  const shownAt: unknown[] = []
  Element.prototype.scrollIntoView = (how) => shownAt.push(how)
  show(<AddPicture family="staff" action={7} encode={async () => new Uint8Array([1, 2, 3])} />)
  fireEvent.change(screen.getByLabelText('Picture'), { target: { files: [new File(['x'], 'clip.png')] } })
  fireEvent.load(await screen.findByAltText('The picture that you chose'))
  expect(shownAt).toEqual([{ block: 'end' }])
})

it('says that a link is typed and not added yet, until it is added', async () => {
  shown = { data: [], may_add: true, is_about_you: false }
  server.answers['POST /api/evidence/links'] = () => Response.json({ ok: true, item: item(3) })
  const calls: boolean[] = []
  const hear = (isUnsaved: boolean) => calls.push(isUnsaved)
  show(<EvidencePart family="staff" action={7} onUnsaved={hear} />)
  const link = { target: { value: 'https://medal.tv/clips/abc' } }
  fireEvent.change(await screen.findByLabelText('Or the link of a video'), link)
  expect(calls.at(-1)).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Add the link' }))
  await waitFor(() => expect(calls.at(-1)).toBe(false))
})

it('says why a file is no picture where it is seen, and sends nothing', async () => {
  const shownAt: unknown[] = []
  Element.prototype.scrollIntoView = (how) => shownAt.push(how)
  const encode = () => Promise.reject(new PictureRefused('This picture cannot be read. Take a new screenshot of it.'))
  show(<AddPicture family="staff" action={7} encode={encode} />)
  fireEvent.change(screen.getByLabelText('Picture'), { target: { files: [new File(['x'], 'x.svg')] } })
  await screen.findByText('This picture cannot be read. Take a new screenshot of it.')
  expect(shownAt).toEqual([{ block: 'nearest' }])
  expect(written()).toEqual([])
})

it('copies a pasted link to Discord at once, shows the picture, and keeps the link where that fails', async () => {
  shown = { data: [], may_add: true, is_about_you: false }
  const link = 'https://cdn.discordapp.com/attachments/1/2/clip.png?ex=1'
  server.answers['POST /api/evidence/copy'] = () =>
    Response.json({ error: { code: 'wrong_link', message: 'Discord no longer has this picture.' } }, { status: 400 })
  const types: string[] = []
  const encode = async ({ type }: Blob) => {
    types.push(type)
    return new Uint8Array([1, 2, 3])
  }
  show(<AddPicture family="staff" action={7} encode={encode} />)
  const field = screen.getByLabelText('Or the link of a picture on Discord')
  fireEvent.change(field, { target: { value: link } })
  fireEvent.click(screen.getByRole('button', { name: 'Copy the picture' }))
  await screen.findByText('Discord no longer has this picture.')
  expect(field).toHaveProperty('value', link)
  server.answers['POST /api/evidence/copy'] = () => new Response(riff(lossy(64, 64)))
  fireEvent.paste(field, { clipboardData: { getData: () => link } })
  await screen.findByAltText('The picture that you chose')
  expect(types).toEqual(['image/webp'])
  expect(server.asked.map(({ call, query, body }) => [call, query.toString(), body])).toEqual(
    Array(2).fill(['POST /api/evidence/copy', 'family=staff&action=7', { link }]),
  )
})
