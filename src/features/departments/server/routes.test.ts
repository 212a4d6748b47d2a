import { describe, expect, it } from 'vitest'
import { saveUser } from '#features/auth/server/store.ts'
import { MINUTE } from '#lib/dates.ts'
import { PEOPLE, userOf } from '#test/people.ts'
import { useSharedWorld } from '#test/world.ts'
import { findDepartment, findHomeWords, listDepartments, listLeaders } from '../contract.ts'

const world = useSharedWorld()

describe('Departments', () => {
  it('everybody receives the departments with their open positions', async () => {
    const { status, body } = await world().as.anyone(listDepartments)
    expect(status).toBe(200)
    expect(body.data.map(({ shortName, openPosts }) => [shortName, openPosts])).toEqual([
      ['FHP', ['Lieutenant Colonel']],
      ['HCSO', []],
      ['TTPD', []],
      ['HCFR', []],
      ['Staff', []],
    ])
  })

  it('departments say whether and how to apply if their files do', async () => {
    const { data } = (await world().as.anyone(listDepartments)).body
    expect(data.map(({ recruiting }) => recruiting)).toEqual([true, true, false, true, undefined])
    expect(data.map(({ asks }) => asks?.at(0))).toEqual([
      '16 or older',
      '16 or older',
      '16 or older',
      undefined,
      undefined,
    ])
  })

  it('each department can be read alone', async () => {
    const { body } = await world().as.anyone(findDepartment('ttpd'))
    expect(body.item).toMatchObject({ title: 'Tarpon Trace Police Department', recruiting: false })
    expect((await world().as.anyone(findDepartment('navy'))).status).toBe(404)
  })

  it('the accent colours of every department are in one style sheet', async () => {
    const { status, html, headers } = await world().visit('/departments.css')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/css/)
    expect(html).toMatch(/\[data-department="fhp"\]\{--accent:#[0-9a-f]{6};--accent-deep:#[0-9a-f]{6}\}/)
  })
})

it('everybody receives the Leadership Team', async () => {
  const { body } = await world().as.anyone(listLeaders)
  expect(body.data[0]).toEqual({
    ...{ name: 'Theo Marchetti', role: 'Owner', callsign: 'SD-2' },
    line: expect.stringMatching(/^Opened the server/),
  })
})

it('a leader who signed in has their picture, even on a page that was cached without it', async () => {
  const faces = async () => (await world().as.anyone(listLeaders)).body.data.map(({ avatarUrl }) => avatarUrl)
  expect(await faces()).toEqual(Array(6).fill(undefined))
  const dana = { ...PEOPLE.management, id: '310000000000000105' }
  await saveUser(world().database.db, { ...userOf(dana, world().now()), avatar: 'a'.repeat(32) })
  world().pass(10 * MINUTE)
  await expect.poll(faces).toEqual([undefined, expect.stringMatching(/avatars\/5\.png$/), ...Array(4)])
})

it('the home page explains how to join, with the links of the community', async () => {
  const { item } = (await world().as.anyone(findHomeWords)).body
  expect(item.steps.map(({ href }) => href)).toEqual([
    'https://discord.hammockcoast.example',
    'https://cad.hammockcoast.example/register',
    'https://cfx.hammockcoast.example/join/hcrp',
  ])
  const { html } = await world().visit('/')
  for (const { title } of item.steps) expect(html).toContain(title)
})
