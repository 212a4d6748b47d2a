import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auditLog } from '#features/audit/server/tables.ts'
import { root } from '#server/paths.ts'
import { PEOPLE } from '#test/people.ts'
import { ORIGIN, useWorld } from '#test/world.ts'
import { addQuickLink, changeQuickLink, importQuickLinks, listQuickLinks, removeQuickLink } from '../contract.ts'
import { fillQuickLinks } from './gateway.ts'

const world = useWorld()

const cad = {
  key: 'cad',
  title: 'Dispatch System',
  desc: 'Calls and units',
  group: 'Operational',
  icon: 'bolt',
  href: 'https://cad.hammockcoast.example',
  copy: null,
} as const

const add = (body: object = {}) => world().as.management(addQuickLink, { body: { ...cad, ...body } })
const listed = async () => (await world().as.es(listQuickLinks)).body.data
const audited = async () =>
  (await world().database.db.select().from(auditLog).orderBy(auditLog.seq)).filter(({ action }) => /Quick/.test(action))
const change = (more: object, by: 'management' | 'owner' = 'management') =>
  world().as[by](changeQuickLink, { params: { key: 'cad' }, body: { ...cad, version: 1, ...more } })

describe('Listing quick links', () => {
  it('the list is available to ES members and staff only', async () => {
    expect((await world().as.anyone(listQuickLinks)).status).toBe(401)
    expect((await world().as.member(listQuickLinks)).status).toBe(403)
    for (const who of ['es', 'staff', 'management', 'owner'] as const) {
      expect(await world().as[who](listQuickLinks)).toMatchObject({ status: 200, body: { data: [] } })
    }
  })

  it('the list is sorted by group, responds with 304 without changes, and shows a change at once', async () => {
    await add({ key: 'z', group: 'Other' })
    const etag = String((await world().as.es(listQuickLinks)).headers.etag)
    expect((await world().as.es(listQuickLinks, { headers: { 'if-none-match': etag } })).status).toBe(304)
    await add()
    expect((await listed()).map(({ key }) => key)).toEqual(['cad', 'z'])
    expect((await listed())[0]).toEqual({ ...cad, version: 1 })
  })
})

describe('The page of quick links', () => {
  it('the page tells other people who can see it', async () => {
    const words = 'have access to this page. ES roles or Staff+ required or you are not signed in via Discord.'
    const nobody = await world().visit('/es')
    expect([nobody.status, nobody.html.includes(words)]).toEqual([401, true])
    const member = await world().visit('/es', await world().signIn(PEOPLE.member))
    expect([member.status, member.html.includes(words)]).toEqual([403, true])
    expect((await world().visit('/es', await world().signIn(PEOPLE.es))).status).toBe(200)
    expect((await world().visit('/es', await world().signIn(PEOPLE.staff))).status).toBe(200)
  })
})

describe('Writing quick links', () => {
  it('only management can write links', async () => {
    expect((await world().as.es(addQuickLink, { body: cad })).status).toBe(403)
    expect((await world().as.staff(addQuickLink, { body: cad })).status).toBe(403)
    await add()
    const params = { key: 'cad' }
    expect((await world().as.staff(changeQuickLink, { params, body: { ...cad, version: 1 } })).status).toBe(403)
    expect((await world().as.staff(removeQuickLink, { params })).status).toBe(403)
    expect(await listed()).toEqual([{ ...cad, version: 1 }])
  })

  it('texts are trimmed, empty ones become null, and a link has an audit entry', async () => {
    const { status, body } = await add({ title: ' CAD ', desc: ' ', copy: '' })
    expect([status, body.item]).toEqual([200, { ...cad, title: 'CAD', desc: null, version: 1 }])
    expect(await audited()).toMatchObject([
      {
        action: 'addQuickLink',
        target: 'quick-links/cad',
        actorName: 'Dana Whitfield',
        before: null,
        after: body.item,
      },
    ])
  })

  it('a change increases the version, and a stale version is a conflict with the current link', async () => {
    await add()
    const answers = await Promise.all([change({ title: 'First' }), change({ title: 'Second' }, 'owner')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [current] = await listed()
    expect(current?.version).toBe(2)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused).toMatchObject({ error: { code: 'changed_meanwhile' }, body: { item: current } })
    expect(await audited()).toHaveLength(2)
  })

  it('a key is unique, also after a change', async () => {
    await add()
    expect(await add()).toMatchObject({
      status: 409,
      error: { code: 'already_there', fields: { key: expect.any(String) } },
    })
    await add({ key: 'radio' })
    expect((await change({ key: 'radio' })).status).toBe(409)
    expect((await change({ key: 'mdt' })).status).toBe(200)
    expect((await listed()).map(({ key }) => key).sort()).toEqual(['mdt', 'radio'])
  })

  it('a removed link is not found, and cannot be changed or removed again', async () => {
    await add()
    const remove = () => world().as.management(removeQuickLink, { params: { key: 'cad' } })
    expect(await remove()).toMatchObject({ status: 200, body: { ok: true } })
    expect(await listed()).toEqual([])
    expect((await audited()).at(-1)).toMatchObject({ action: 'removeQuickLink', after: null })
    expect((await remove()).status).toBe(404)
    expect((await change({})).status).toBe(404)
  })
})

it('a link can open the game', async () => {
  expect(await add({ href: 'fivem://connect/cfx.re/join/abc123' })).toMatchObject({
    status: 200,
    body: { item: { href: 'fivem://connect/cfx.re/join/abc123' } },
  })
})

describe('Invalid links', () => {
  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'fivem:alert(1)',
    'fivem://"><script>',
    'steam://connect/203.0.113.7',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://',
    'https://[cad',
    'https://cad.example:start',
    'cad.hammockcoast.example',
    'https://a.example/a b',
    'x'.repeat(501),
  ])('the address %j is refused', async (href) => {
    const { status, error } = await add({ href })
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([400, ['href']])
    expect(await listed()).toEqual([])
  })

  it.each(['https://a.example/x?y=1#z', 'http://a.example', '/penal-codes#statute-316-193', '/', 'mailto:a@b.example'])(
    'the address %j is accepted',
    async (href) => {
      expect((await add({ href })).body.item.href).toBe(href)
    },
  )

  it.each([
    ['title', ''],
    ['title', 'x'.repeat(81)],
    ['title', 'a\u0000b'],
    ['desc', 'x'.repeat(201)],
    ['copy', 'x'.repeat(501)],
    ['group', 'Everything'],
    ['icon', 'skull'],
    ['key', 'Not A Key'],
    ['key', '../../etc'],
    ['color', 'red'],
  ])('a link with %s = %j is refused and names the field', async (field, value) => {
    const { status, error } = await add({ [field]: value })
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([400, [field]])
    expect(await listed()).toEqual([])
  })

  it('a link must have an address or a text to copy', async () => {
    const { status, error } = await add({ href: '', copy: ' ' })
    expect([status, error?.fields]).toEqual([400, { href: 'Give an address to open or a text to copy.' }])
  })

  it('a change without a version, or of an invalid key, is refused', async () => {
    await add()
    expect((await change({ version: 0 })).error?.fields).toHaveProperty('version')
    const params = { key: 'A B' }
    expect((await world().as.management(removeQuickLink, { params })).status).toBe(400)
    expect(await listed()).toHaveLength(1)
  })

  it('a body that is too large or not JSON is refused and changes nothing', async () => {
    expect((await add({ copy: 'x'.repeat(70_000) })).status).toBe(413)
    const headers = { origin: ORIGIN, cookie: await world().signIn(PEOPLE.management) }
    const inject = (type: string, payload: string) =>
      world().app.inject({
        method: 'POST',
        url: listQuickLinks.path,
        headers: { ...headers, 'content-type': type },
        payload,
      })
    expect((await inject('application/json', '{"key":')).statusCode).toBe(400)
    expect((await inject('text/csv', 'key')).statusCode).toBe(415)
    expect(await listed()).toEqual([])
  })
})

describe('Initial links of the community', () => {
  it('initial links are added once, fill all six groups, and removed ones do not return', async () => {
    const { database } = world()
    const fill = () => fillQuickLinks({ database, clock: world().now, communityDir: join(root, 'community') })
    expect(await fill()).toBeGreaterThanOrEqual(18)
    const links = await listed()
    expect(new Set(links.map(({ group }) => group)).size).toBe(6)
    expect(new Set(links.map(({ icon }) => icon)).size).toBe(7)
    for (const { key } of links) await world().as.management(removeQuickLink, { params: { key } })
    expect(await fill()).toBe(0)
  })

  it('there are no initial links without a file, or after management wrote some', async () => {
    const { database } = world()
    const deps = { database, clock: world().now }
    expect(await fillQuickLinks({ ...deps, communityDir: join(root, 'demo') })).toBe(0)
    await add()
    expect(await fillQuickLinks({ ...deps, communityDir: join(root, 'community') })).toBe(0)
  })
})

describe('Importing quick links from a spreadsheet', () => {
  const importRows = (body: string, query: { dryRun?: 'true'; missing?: 'remove'; basis?: string } = {}) =>
    world().as.management(importQuickLinks, { body, query })

  it('an import is refused if the list changed since its preview', async () => {
    await add()
    const file = 'Title,Group,Copy,Key\nRadio,Other,Channel 1,radio\n'
    const { basis } = (await importRows(file, { dryRun: 'true', missing: 'remove' })).body
    await add({ key: 'new', title: 'New' })
    expect((await importRows(file, { missing: 'remove', basis })).status).toBe(409)
    expect((await listed()).map(({ key }) => key).sort()).toEqual(['cad', 'new'])
  })

  it('an import matches links by key or title, adds others, and keeps missing ones unless requested', async () => {
    await add()
    await add({ key: 'old', title: 'Old' })
    const file =
      'Title,Group,URL,Copy,Key\nCAD of ours,operational,https://cad.hcrp.test,,cad\nRadio,Other,,Channel 1,\n'
    expect((await importRows(file, { dryRun: 'true' })).body).toMatchObject({
      added: 1,
      changed: 1,
      missing: 1,
      removed: 0,
    })
    expect(await listed()).toHaveLength(2)
    await importRows(file)
    expect(await listed()).toEqual([
      { ...cad, title: 'CAD of ours', href: 'https://cad.hcrp.test', version: 2 },
      { ...cad, key: 'old', title: 'Old', version: 1 },
      {
        key: 'radio',
        title: 'Radio',
        desc: null,
        group: 'Other',
        icon: 'globe',
        href: null,
        copy: 'Channel 1',
        version: 1,
      },
    ])
    expect((await importRows(file, { missing: 'remove' })).body).toMatchObject({ unchanged: 2, removed: 1 })
    expect((await listed()).map(({ key }) => key)).toEqual(['cad', 'radio'])
    expect((await audited()).map(({ action }) => action).slice(-2)).toEqual(['removeQuickLink', 'importQuickLinks'])
  })

  it('an import refuses unsafe addresses, unknown groups, and links without an action', async () => {
    const file = 'Title,Group,URL\nA,Other,javascript:alert(1)\nB,Elsewhere,https://b.test\nC,Other,\n'
    const { status, body } = await importRows(file)
    expect(status).toBe(400)
    expect(body.errors.map(({ line, field }) => [line, field])).toEqual([
      [2, 'href'],
      [3, 'group'],
      [4, 'href'],
    ])
    expect((await world().as.staff(importQuickLinks, { body: file })).status).toBe(403)
  })

  it('a link with a wrong group is also reported if it has no action, but not if its address is wrong', async () => {
    const { body } = await importRows('Title,Group,URL\nA,Elsewhere,\nB,Elsewhere,javascript:alert(1)\n')
    expect(body.errors.map(({ line, field, message }) => [line, field, message])).toEqual([
      [2, 'group', expect.stringMatching(/"Elsewhere" is not one of these/)],
      [2, 'href', 'Give an address to open or a text to copy.'],
      [3, 'group', expect.any(String)],
      [3, 'href', expect.stringMatching(/^Use a web address/)],
    ])
  })

  it('initial links are not added to a list that was imported', async () => {
    await importRows('Title,Group,URL\nCAD,Operational,https://cad.hcrp.test\n')
    const communityDir = join(root, 'community')
    expect(await fillQuickLinks({ database: world().database, communityDir, clock: world().now })).toBe(0)
  })
})
