import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PEOPLE } from '#test/people.ts'
import { useWorld } from '#test/world.ts'
import {
  addPenalCode,
  addTenCode,
  changePenalCode,
  changeTenCode,
  importPenalCodes,
  importTenCodes,
  listPenalCodes,
  listTenCodes,
  removePenalCode,
  removeTenCode,
} from '../contract.ts'

const world = useWorld()

const TRAFFIC_STOP = { code: '10-50', meaning: 'Traffic stop', category: 'Traffic', color: 'yellow' } as const
const DUI = {
  statute: '316.193(1)',
  title: 'Driving under the influence',
  class: 'Misdemeanor (2nd degree)',
  fine: 500,
  jail: 4,
  points: 0,
  notes: 'Tow the vehicle.',
}

async function entries() {
  const { rows } = await world().database.pool.query(
    'select actor_id, actor_name, action, target, before, after from audit_log order by seq',
  )
  return rows
}

describe('GET /api/codes/ten', () => {
  it('everybody receives the 10-codes in natural order', async () => {
    for (const code of ['10-20', 'Signal 4', '10-4']) {
      await world().as.staff(addTenCode, { body: { code, meaning: 'Something' } })
    }
    const { status, body } = await world().as.anyone(listTenCodes)
    expect(status).toBe(200)
    expect(body.data.map((item) => item.code)).toEqual(['10-4', '10-20', 'Signal 4'])
  })

  it('only staff receive the author of a 10-code', async () => {
    await world().as.staff(addTenCode, { body: TRAFFIC_STOP })
    const at = world().now().toISOString()
    const open = { ...TRAFFIC_STOP, id: 1, version: 1, created_at: at, updated_at: at }
    const people = {
      created_by_username: 'priya',
      created_by_discord: PEOPLE.staff.id,
      updated_by_username: 'priya',
      updated_by_discord: PEOPLE.staff.id,
    }
    for (const reader of ['anyone', 'member', 'es'] as const) {
      const { body } = await world().as[reader](listTenCodes)
      expect(body.data).toEqual([open])
    }
    for (const reader of ['staff', 'management', 'owner'] as const) {
      const { body, headers } = await world().as[reader](listTenCodes)
      expect(body.data).toEqual([{ ...open, ...people }])
      expect(headers.vary).toContain('cookie')
    }
  })

  it('a person who is no longer staff does not receive authors', async () => {
    await world().as.staff(addTenCode, { body: TRAFFIC_STOP })
    world().discord.setRoles(PEOPLE.staff.id, [])
    world().pass(301_000)
    const { status, body } = await world().as.staff(listTenCodes)
    expect(status).toBe(200)
    expect(body.data[0]).not.toHaveProperty('updated_by_discord')
  })

  it('an unchanged list responds with 304 to staff and to visitors', async () => {
    await world().as.staff(addTenCode, { body: TRAFFIC_STOP })
    const tags = new Set<string>()
    for (const reader of ['anyone', 'staff'] as const) {
      const etag = String((await world().as[reader](listTenCodes)).headers.etag)
      tags.add(etag)
      expect((await world().as[reader](listTenCodes, { headers: { 'if-none-match': etag } })).status).toBe(304)
      await world().as.staff(addTenCode, { body: { code: `10-${reader}`, meaning: 'New' } })
      expect((await world().as[reader](listTenCodes, { headers: { 'if-none-match': etag } })).status).toBe(200)
    }
    expect(tags.size).toBe(2)
  })
})

describe('POST /api/codes/ten', () => {
  it('a new 10-code is returned trimmed, with the default color and without a category', async () => {
    const { status, body } = await world().as.staff(addTenCode, { body: { code: ' 10-4 ', meaning: ' Understood ' } })
    expect(status).toBe(200)
    expect(body.ok).toBe(true)
    expect(body.item).toMatchObject({
      code: '10-4',
      meaning: 'Understood',
      category: null,
      color: 'default',
      created_by_username: 'priya',
      created_by_discord: PEOPLE.staff.id,
      version: 1,
    })
  })

  it.each([
    ['a blank code', { code: '  ', meaning: 'x' }, { code: 'This is required.' }],
    ['a missing meaning', { code: '10-4' }, { meaning: 'Write a text here.' }],
    ['a code that no address could name', { code: '#', meaning: 'x' }, { code: 'Use at least one letter or digit.' }],
    ['a code that is too long', { code: 'x'.repeat(21), meaning: 'x' }, { code: 'Use at most 20 characters.' }],
    ['control characters', { code: '10-4', meaning: 'a\u0000b' }, { meaning: 'Remove the invisible characters.' }],
    ['an unknown color', { code: '10-4', meaning: 'x', color: 'pink' }, { color: 'Pick one of the colors.' }],
    ['an unknown field', { code: '10-4', meaning: 'x', shape: 'round' }, { shape: 'This field is not known here.' }],
  ])('a new 10-code with %s is refused and names each wrong field', async (_what, body, fields) => {
    const answer = await world().as.staff({ ...addTenCode, body: z.unknown() }, { body })
    expect(answer.status).toBe(400)
    expect(answer.error?.fields).toEqual(fields)
    expect((await world().as.anyone(listTenCodes)).body.data).toEqual([])
  })

  it('a 10-code that exists in any case is refused', async () => {
    await world().as.staff(addTenCode, { body: { code: '10-18X', meaning: 'Lights and siren' } })
    const { status, error } = await world().as.staff(addTenCode, { body: { code: '10-18x', meaning: 'Again' } })
    expect(status).toBe(409)
    expect(error).toMatchObject({ code: 'already_there', fields: { code: 'This code is already in the list.' } })
  })
})

describe('PUT /api/codes/ten/{id}', () => {
  it('a changed 10-code has the name of its author', async () => {
    const { item } = (await world().as.staff(addTenCode, { body: TRAFFIC_STOP })).body
    world().pass(60_000)
    const { status, body } = await world().as.management(changeTenCode, {
      params: { id: String(item.id) },
      body: { ...TRAFFIC_STOP, category: null, color: 'red', version: 1 },
    })
    expect(status).toBe(200)
    expect(body.item).toEqual({
      ...item,
      category: null,
      color: 'red',
      updated_by_username: 'dana',
      updated_by_discord: PEOPLE.management.id,
      updated_at: world().now().toISOString(),
      version: 2,
    })
  })

  it('a change of a stale version is a conflict with the current 10-code, and changes nothing', async () => {
    const { item } = (await world().as.staff(addTenCode, { body: TRAFFIC_STOP })).body
    const params = { id: String(item.id) }
    await world().as.management(changeTenCode, { params, body: { ...TRAFFIC_STOP, meaning: 'Theirs', version: 1 } })
    const { status, error, body } = await world().as.staff(changeTenCode, {
      params,
      body: { ...TRAFFIC_STOP, meaning: 'Mine', version: 1 },
    })
    expect(status).toBe(409)
    expect(error?.code).toBe('changed_meanwhile')
    expect(body).toMatchObject({ item: { meaning: 'Theirs', version: 2, updated_by_username: 'dana' } })
    expect((await world().as.anyone(listTenCodes)).body.data[0]?.meaning).toBe('Theirs')
  })

  it('a change to the name of another 10-code is refused', async () => {
    await world().as.staff(addTenCode, { body: TRAFFIC_STOP })
    const { item } = (await world().as.staff(addTenCode, { body: { code: '10-4', meaning: 'Understood' } })).body
    const { status, error } = await world().as.staff(changeTenCode, {
      params: { id: String(item.id) },
      body: { code: '10-50', meaning: 'Understood', version: 1 },
    })
    expect(status).toBe(409)
    expect(error?.fields).toEqual({ code: 'This code is already in the list.' })
  })

  it('a change requires the version and an existing id', async () => {
    const body = { ...TRAFFIC_STOP, version: 1 }
    expect((await world().as.staff(changeTenCode, { params: { id: '7' }, body })).status).toBe(404)
    expect((await world().as.staff(changeTenCode, { params: { id: 'seven' }, body })).status).toBe(400)
    const { error } = await world().as.staff(
      { ...changeTenCode, body: z.unknown() },
      { params: { id: '7' }, body: TRAFFIC_STOP },
    )
    expect(error?.fields).toEqual({ version: 'The version that was changed.' })
  })
})

describe('DELETE /api/codes/ten/{id}', () => {
  it('a 10-code is deleted once', async () => {
    const { item } = (await world().as.staff(addTenCode, { body: TRAFFIC_STOP })).body
    const params = { id: String(item.id) }
    expect((await world().as.staff(removeTenCode, { params })).body).toEqual({ ok: true })
    expect((await world().as.staff(removeTenCode, { params })).status).toBe(404)
    expect((await world().as.anyone(listTenCodes)).body.data).toEqual([])
  })
})

const FOR_CALCULATOR = {
  fine_max: 1000,
  jail_max: 6,
  points_max: 3,
  counts: 2,
  excludes: '316.192(1)',
  includes: '316.1936 | 316.089',
  aliases: 'drunk driving | dwi',
}

describe('Penal codes', () => {
  it('penal codes have optional ranges, counts and aliases for the calculator', async () => {
    const { item } = (await world().as.staff(addPenalCode, { body: { ...DUI, ...FOR_CALCULATOR } })).body
    expect(item).toMatchObject({ ...DUI, ...FOR_CALCULATOR })
    expect((await world().as.anyone(listPenalCodes)).body.data[0]).toMatchObject(FOR_CALCULATOR)
    const params = { id: String(item.id) }
    const changed = await world().as.staff(changePenalCode, { params, body: { ...DUI, version: 1 } })
    expect(changed.body.item).toMatchObject({ ...DUI, fine_max: null, counts: null, excludes: null, aliases: null })
  })

  it.each([
    ['a range without its lowest amount', { fine: null, fine_max: 500 }, 'fine_max'],
    ['a range that ends below where it begins', { jail: 4, jail_max: 3 }, 'jail_max'],
    ['no count at all', { counts: 0 }, 'counts'],
  ])('a penal code with %s is refused, new or changed', async (_, fields, field) => {
    const body = { ...DUI, ...fields }
    const added = await world().as.staff(addPenalCode, { body })
    expect([added.status, Object.keys(added.error?.fields ?? {})]).toEqual([400, [field]])
    const { item } = (await world().as.staff(addPenalCode, { body: DUI })).body
    const change = { params: { id: String(item.id) }, body: { ...body, version: 1 } }
    expect((await world().as.staff(changePenalCode, change)).error?.fields).toHaveProperty(field)
  })

  it('penal codes are imported from a spreadsheet with the fields of the calculator', async () => {
    const sheet = [
      'Statute,Title,Fine,Fine up to,Jail,Counts at most,Not charged with,Includes,Also called',
      '812.014(2)(c)6.,Grand theft of a motor vehicle,"$1,000","$5,000",6,3,812.13,812.014(3)(a),GTA | grand theft auto',
    ].join('\n')
    expect((await world().as.management(importPenalCodes, { body: sheet })).body).toMatchObject({ ok: true, added: 1 })
    expect((await world().as.anyone(listPenalCodes)).body.data[0]).toMatchObject({
      fine: 1000,
      fine_max: 5000,
      jail: 6,
      jail_max: null,
      counts: 3,
      excludes: '812.13',
      includes: '812.014(3)(a)',
      aliases: 'GTA | grand theft auto',
    })
  })

  it('everybody receives penal codes in the order of their statutes', async () => {
    for (const statute of ['316.193', '784.03', '316.1925']) {
      await world().as.staff(addPenalCode, { body: { statute, title: 'Something' } })
    }
    const { status, body } = await world().as.anyone(listPenalCodes)
    expect(status).toBe(200)
    expect(body.data.map((item) => item.statute)).toEqual(['316.1925', '316.193', '784.03'])
    expect(body.data[0]).not.toHaveProperty('created_by_discord')
    expect((await world().as.staff(listPenalCodes)).body.data[0]?.created_by_discord).toBe(PEOPLE.staff.id)
  })

  it('staff add, change and delete penal codes, and empty numbers are null', async () => {
    const { item } = (await world().as.staff(addPenalCode, { body: DUI })).body
    expect(item).toMatchObject({ ...DUI, version: 1, created_by_username: 'priya' })
    const params = { id: String(item.id) }
    const changed = await world().as.management(changePenalCode, {
      params,
      body: { ...DUI, fine: null, jail: null, points: null, class: null, notes: ' One\r\nTwo ', version: 1 },
    })
    expect(changed.body.item).toMatchObject({
      fine: null,
      jail: null,
      points: null,
      class: null,
      notes: 'One\nTwo',
      updated_by_username: 'dana',
      version: 2,
    })
    const stale = await world().as.staff(changePenalCode, { params, body: { ...DUI, version: 1 } })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ item: { version: 2 } })
    expect((await world().as.staff(removePenalCode, { params })).body).toEqual({ ok: true })
    expect((await world().as.staff(changePenalCode, { params, body: { ...DUI, version: 2 } })).status).toBe(404)
    expect((await world().as.staff(removePenalCode, { params })).status).toBe(404)
  })

  it.each([
    [
      'a blank statute and title',
      { statute: '', title: '' },
      { statute: 'This is required.', title: 'This is required.' },
    ],
    ['a negative number', { statute: '1', title: 'x', fine: -1 }, { fine: 'Use 0 or more.' }],
    ['a part of a month', { statute: '1', title: 'x', jail: 1.5 }, { jail: 'Use a whole number.' }],
    ['too many points', { statute: '1', title: 'x', points: 101 }, { points: 'Use 100 at most.' }],
    ['a text for a number', { statute: '1', title: 'x', fine: '100' }, { fine: 'Use a whole number.' }],
    [
      'notes that are too long',
      { statute: '1', title: 'x', notes: 'x'.repeat(4_001) },
      { notes: 'Use at most 4,000 characters.' },
    ],
    ['an unknown field', { statute: '1', title: 'x', bail: 5 }, { bail: 'This field is not known here.' }],
  ])('a penal code with %s is refused and names each wrong field', async (_what, body, fields) => {
    const answer = await world().as.staff({ ...addPenalCode, body: z.unknown() }, { body })
    expect(answer.status).toBe(400)
    expect(answer.error?.fields).toEqual(fields)
  })

  it('a penal code exists once, ignoring case', async () => {
    await world().as.staff(addPenalCode, { body: { statute: '893.13(1)(a)', title: 'Sale' } })
    const { status, error } = await world().as.staff(addPenalCode, { body: { statute: '893.13(1)(A)', title: 'Sale' } })
    expect(status).toBe(409)
    expect(error?.fields).toEqual({ statute: 'This statute is already in the list.' })
  })
})

describe('Writing codes', () => {
  it('writing is denied with 401 without a sign-in, and with 403 without the staff role', async () => {
    const params = { id: '1' }
    for (const [reader, status] of [
      ['anyone', 401],
      ['member', 403],
      ['es', 403],
    ] as const) {
      const as = world().as[reader]
      const body = { ...TRAFFIC_STOP, version: 1 }
      expect((await as(addTenCode, { body: TRAFFIC_STOP })).status).toBe(status)
      expect((await as(changeTenCode, { params, body })).status).toBe(status)
      expect((await as(removeTenCode, { params })).status).toBe(status)
      expect((await as(addPenalCode, { body: DUI })).status).toBe(status)
      expect((await as(changePenalCode, { params, body: { ...DUI, version: 1 } })).status).toBe(status)
      expect((await as(removePenalCode, { params })).status).toBe(status)
    }
    expect((await world().as.anyone(listTenCodes)).body.data).toEqual([])
  })

  it('writes have audit entries with the state before and after', async () => {
    const { item } = (await world().as.staff(addTenCode, { body: TRAFFIC_STOP })).body
    const params = { id: String(item.id) }
    const after = (
      await world().as.management(changeTenCode, { params, body: { ...TRAFFIC_STOP, color: 'red', version: 1 } })
    ).body.item
    await world().as.owner(removeTenCode, { params })
    const target = `ten-codes/${item.id}`
    expect(await entries()).toEqual([
      {
        actor_id: PEOPLE.staff.id,
        actor_name: 'Priya Castell',
        action: 'addTenCode',
        target,
        before: null,
        after: item,
      },
      {
        actor_id: PEOPLE.management.id,
        actor_name: 'Dana Whitfield',
        action: 'changeTenCode',
        target,
        before: item,
        after,
      },
      {
        actor_id: PEOPLE.owner.id,
        actor_name: 'Theo Marchetti',
        action: 'removeTenCode',
        target,
        before: after,
        after: null,
      },
    ])
  })

  it('refused writes have no audit entries', async () => {
    await world().as.staff(addTenCode, { body: TRAFFIC_STOP })
    await world().as.staff(addTenCode, { body: TRAFFIC_STOP })
    await world().as.staff(removeTenCode, { params: { id: '99' } })
    expect(await entries()).toHaveLength(1)
  })
})

describe('The pages of codes', () => {
  it('pages contain the rows without their authors', async () => {
    await world().as.staff(addTenCode, { body: TRAFFIC_STOP })
    await world().as.staff(addPenalCode, { body: DUI })
    const tenCodes = await world().visit('/ten-codes')
    expect(tenCodes.status).toBe(200)
    expect(tenCodes.html).toContain('id="code-10-50"')
    expect(tenCodes.html).toContain('Traffic stop')
    expect(tenCodes.html).not.toContain(PEOPLE.staff.id)
    const penalCodes = await world().visit('/penal-codes', await world().signIn(PEOPLE.staff))
    expect(penalCodes.html).toContain('id="statute-316-193-1"')
    expect(penalCodes.html).not.toContain(PEOPLE.staff.id)
  })

  it('pages are rendered again after a change of a code', async () => {
    await world().as.staff(addTenCode, { body: TRAFFIC_STOP })
    const first = await world().visit('/ten-codes')
    expect((await world().visit('/ten-codes?q=stop')).headers.etag).toBe(first.headers.etag)
    await world().as.staff(removeTenCode, { params: { id: '1' } })
    expect((await world().visit('/ten-codes')).html).not.toContain('Traffic stop')
  })
})

describe('Importing codes from a spreadsheet', () => {
  const importRows = (
    body: string,
    query: { dryRun?: 'true'; missing?: 'remove'; columns?: string; basis?: string } = {},
  ) => world().as.management(importTenCodes, { body, query })
  const listed = async () => (await world().as.staff(listTenCodes)).body.data

  it('only management can import codes', async () => {
    for (const endpoint of [importTenCodes, importPenalCodes]) {
      expect((await world().as.staff(endpoint, { body: 'Code,Meaning' })).status).toBe(403)
    }
  })

  it('the dry run of an import shows additions, changes and unchanged codes, and the import writes them', async () => {
    await world().as.staff(addTenCode, { body: TRAFFIC_STOP })
    await world().as.staff(addTenCode, { body: { code: '10-4', meaning: 'Understood' } })
    const file = 'Ten Code,Description,Colour\n10-50,Accident,yellow\n10-8,In service,Green\n'
    const dry = await importRows(file, { dryRun: 'true' })
    expect(dry.body).toMatchObject({ ok: true, added: 1, changed: 1, removed: 0, unchanged: 0, missing: 1 })
    expect(dry.body.changes).toEqual([
      {
        kind: 'changed',
        key: 'code-10-50',
        sign: '10-50',
        name: 'Accident',
        fields: [{ field: 'meaning', before: 'Traffic stop', after: 'Accident' }],
      },
      expect.objectContaining({ kind: 'added', sign: '10-8' }),
      { kind: 'missing', key: 'code-10-4', sign: '10-4', name: 'Understood', fields: [] },
    ])
    expect(await listed()).toHaveLength(2)
    expect((await importRows(file)).status).toBe(200)
    expect(await listed()).toMatchObject([
      { code: '10-4', version: 1 },
      { code: '10-8', color: 'green', created_by_discord: PEOPLE.management.id },
      // The file has no category column, so the category stays.
      { code: '10-50', meaning: 'Accident', category: 'Traffic', version: 2, updated_by_discord: PEOPLE.management.id },
    ])
    expect((await importRows(file)).body).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    expect((await entries()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['changeTenCode', 'addTenCode', 'importTenCodes']),
    )
  })

  it('an import removes missing codes on request, and an empty file clears the list', async () => {
    await importRows('Code,Meaning\n10-4,Understood\n10-8,In service\n')
    const dry = await importRows('Code,Meaning\n10-8,In service\n', { dryRun: 'true', missing: 'remove' })
    expect(dry.body).toMatchObject({ removed: 1, missing: 0, changes: [{ kind: 'removed', sign: '10-4' }] })
    expect(await listed()).toHaveLength(2)
    await importRows('Code,Meaning\n10-8,In service\n', { missing: 'remove' })
    expect((await listed()).map(({ code }) => code)).toEqual(['10-8'])
    expect((await importRows('Code,Meaning\n', { missing: 'remove' })).body).toMatchObject({ ok: true, removed: 1 })
    expect(await listed()).toEqual([])
  })

  it('an import is refused if the list changed since its preview', async () => {
    await importRows('Code,Meaning\n10-4,Understood\n')
    const file = 'Code,Meaning\n10-8,In service\n'
    const { basis } = (await importRows(file, { dryRun: 'true', missing: 'remove' })).body
    await world().as.staff(addTenCode, { body: TRAFFIC_STOP })
    const refused = await importRows(file, { missing: 'remove', basis })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      error: { code: 'changed_meanwhile', message: 'The list has changed since this preview. Look at it again.' },
    })
    expect((await listed()).map(({ code }) => code)).toEqual(['10-4', '10-50'])

    const again = (await importRows(file, { dryRun: 'true', missing: 'remove' })).body
    expect(again).toMatchObject({ added: 1, removed: 2 })
    expect((await importRows(file, { missing: 'remove', basis: again.basis })).status).toBe(200)
    expect((await listed()).map(({ code }) => code)).toEqual(['10-8'])
  })

  it('every problem of the file is reported with its line, and nothing is written', async () => {
    const { status, body } = await importRows(
      'Code,Meaning,Color,Radio\n10-4,,pink,x\n10-8,In service,,\n10-8,Twice,,\n',
    )
    expect([status, body.ok]).toEqual([400, false])
    expect(body.errors.map(({ line, field }) => [line, field])).toEqual([
      [1, 'Radio'],
      [2, 'color'],
      [2, 'meaning'],
      [3, 'code'],
      [4, 'code'],
    ])
    expect(await listed()).toEqual([])
  })

  it('fines are read with currency signs and words, and an empty amount clears the value', async () => {
    const bringPenal = (body: string) => world().as.management(importPenalCodes, { body })
    const head = 'Statute,Offense,Class,Fine,Jail,Points'
    await bringPenal(`${head}\n316.193(1),DUI,Misdemeanor (2nd degree),"$1,500.00",4 months,0\n`)
    const read = async () => (await world().as.staff(listPenalCodes)).body.data
    expect(await read()).toMatchObject([{ statute: '316.193(1)', title: 'DUI', fine: 1500, jail: 4, points: 0 }])
    await bringPenal('Statute,Title,Fine\n316.193(1),DUI,\n')
    expect(await read()).toMatchObject([{ fine: null, jail: 4, points: 0 }])
    expect((await bringPenal(`${head}\n1,X,,a lot,,\n`)).body.errors).toMatchObject([{ line: 2, field: 'fine' }])
  })
})
