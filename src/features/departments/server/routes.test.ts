import { describe, expect, it } from 'vitest'
import { useWorld } from '#test/world.ts'
import { findDepartment, listDepartments, listLeaders } from '../contract.ts'

const world = useWorld()

describe('The departments', () => {
  it('are listed for anyone, with the posts that are open', async () => {
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

  it('can be read one by one', async () => {
    const { body } = await world().as.anyone(findDepartment('ttpd'))
    expect(body.item.title).toBe('Tarpon Trace Police Department')
    expect((await world().as.anyone(findDepartment('navy'))).status).toBe(404)
  })

  it('each have their accent pair in one stylesheet', async () => {
    const { status, html, headers } = await world().visit('/departments.css')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/css/)
    expect(html).toMatch(/\[data-department="fhp"\]\{--accent:#[0-9a-f]{6};--accent-deep:#[0-9a-f]{6}\}/)
  })
})

it('the Leadership Team is listed for anyone', async () => {
  const { body } = await world().as.anyone(listLeaders)
  expect(body.data[0]).toMatchObject({ name: 'Theo Marchetti', role: 'Owner' })
})
