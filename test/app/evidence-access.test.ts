import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { addAppeal, withdrawAppeal } from '#features/appeals/contract.ts'
import { isAppealed, listWithOpenAppeal } from '#features/appeals/server/record-store.ts'
import { listAudit } from '#features/audit/contract.ts'
import { createAudit } from '#features/audit/server/store.ts'
import { addAction, reviseAction } from '#features/discipline/contract.ts'
import { createFindPeopleOfActions } from '#features/discipline/server/about-store.ts'
import {
  addImage,
  addLink,
  changeEvidence,
  copyPicture,
  listEvidence,
  listOwnEvidence,
  removeEvidence,
  restoreEvidence,
} from '#features/evidence/contract.ts'
import { REMOVABLE_BY_AUTHOR_FOR } from '#features/evidence/rules.ts'
import { createLinkStore } from '#features/evidence/server/link-store.ts'
import { createEvidenceStore } from '#features/evidence/server/store.ts'
import { NO_RIGHTS } from '#lib/access.ts'
import { DAY } from '#lib/dates.ts'
import { createChanges } from '#server/changes.ts'
import { concurrentTransactions, WAITS_FOR_LOCK } from '../concurrent-transactions.ts'
import { testEngine } from '../database.ts'
import { PEOPLE, ROLE_IDS, type TestPerson } from '../people.ts'
import { chunk, extended, joined, lossless, lossy, riff, text } from '../webp.ts'
import { ORIGIN, useWorld } from '../world.ts'

const world = useWorld()
const { inTransaction, untilConnections } = concurrentTransactions(world)
const NOBODY = { lock: async () => undefined, mayApprove: async () => false, listOwn: async () => [] }
const NO_TYPES = { actionTypes: [], playerTypes: [] }

/** This picture is large enough to be stored in several parts. */
const PICTURE = riff(lossy(640, 480, { data: 120_000 }))
const SHA256 = createHash('sha256').update(PICTURE).digest('hex')

const SUBJECT = PEOPLE.member
const of = (action = 1) => ({ family: 'staff', action: String(action) }) as const
const query = (shown: 'true' | 'false', action = 1) => ({ ...of(action), shown })
const params = (id: number) => ({ params: { id: String(id) } })

async function logAbout({ id, name }: TestPerson, externalReason: string | null = 'You were late.') {
  const author = await world().asPerson({
    ...{ id: '310000000000000399', username: 'author', name: 'An author', roleIds: ROLE_IDS.management },
  })
  const reasons = { internal_reason: 'Late.', external_reason: externalReason }
  const type = externalReason === null ? 'Note' : 'Strike'
  expect((await author(addAction, { body: { user: id, user_name: name, type, ...reasons } })).status).toBe(200)
}

async function add(shown: 'true' | 'false' = 'false', body = PICTURE, action = 1) {
  return world().as.staff(addImage, { query: query(shown, action), body })
}

/** Requests the bytes of a picture as a browser does. */
async function open(id: number, person: TestPerson | null, headers: Record<string, string> = {}) {
  const cookie = person === null ? {} : { cookie: await world().signIn(person) }
  return world().app.inject({ url: `/api/evidence/${id}/image`, headers: { ...cookie, ...headers } })
}

beforeEach(() => logAbout(SUBJECT))

describe('A picture as evidence', () => {
  it('a picture is stored with its author, size and hash, and is returned unchanged', async () => {
    const added = await add()
    expect([added.status, added.error]).toEqual([200, undefined])
    const item = { id: 1, family: 'staff', action: 1, kind: 'image', width: 640, height: 480, is_shown: false }
    const author = { by: PEOPLE.staff.id, by_name: PEOPLE.staff.name, size: PICTURE.length, sha256: SHA256 }
    expect(added.body.item).toMatchObject({ ...item, ...author, at: world().now().toISOString(), may_remove: true })
    expect((await world().as.staff(listEvidence, { query: of() })).body.data).toEqual([added.body.item])

    const { statusCode, headers, rawPayload } = await open(1, PEOPLE.staff)
    expect(statusCode).toBe(200)
    expect(Buffer.compare(rawPayload, PICTURE)).toBe(0)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="evidence-1.webp"',
      'content-security-policy': `sandbox; default-src 'none'`,
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      etag: `"${SHA256}"`,
    })
  })

  it('a picture is revalidated on each request, and its bytes are not sent twice', async () => {
    await add()
    const again = await open(1, PEOPLE.staff, { 'if-none-match': `"${SHA256}"` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const refused = await open(1, PEOPLE.es, { 'if-none-match': `"${SHA256}"` })
    expect(refused.statusCode).toBe(404)
  })

  it.each([
    ['an SVG', text('<svg onload="alert(1)"/>'), 'This is not a WebP picture.'],
    ['a GIF that is a WebP further on', joined(text('GIF89a'), PICTURE), 'This is not a WebP picture.'],
    ['a WebP with a page in a chunk of its own', riff(lossy(640, 480), chunk('HTML', text('<script>'))), 'is damaged'],
    ['the place where it was taken', riff(lossy(640, 480), chunk('EXIF', text('GPS'))), 'hidden data'],
    ['one that is animated', riff(extended(640, 480, 2), chunk('ANIM', new Uint8Array(6))), 'is animated'],
    ['a WebP with a page behind it', joined(PICTURE, text('<script>')), 'This picture is damaged'],
    ['one pixel', riff(lossless(1, 1)), 'at least 16 pixels'],
    ['too many pixels', riff(lossless(16_384, 16_384)), 'at most 2560 pixels'],
  ])('a picture is refused with an explanation: %s', async (_, body, sentence) => {
    const { status, error } = await add('false', body)
    expect([status, error?.code]).toEqual([400, 'wrong_picture'])
    expect(error?.message).toContain(sentence)
    expect((await world().as.staff(listEvidence, { query: of() })).body.data).toEqual([])
  })

  it('a file over 1.5 MB is refused before it is decoded, and so is another content type', async () => {
    const { status, error } = await add('false', new Uint8Array(8 * 1024 * 1024 + 1))
    expect([status, error?.code]).toEqual([413, 'too_large'])
    const other = await world().as.staff(addImage, {
      ...{ query: query('false'), body: PICTURE, headers: { 'content-type': 'image/svg+xml' } },
    })
    expect(other.status).toBe(415)
  })

  it('a picture is refused as a duplicate, for an unknown action, and as the eleventh', async () => {
    await add()
    expect((await add()).error?.message).toBe('This picture is already added.')
    expect((await add('false', PICTURE, 7)).status).toBe(404)
    for (let width = 101; width < 110; width += 1)
      expect((await add('false', riff(lossy(width, 100)))).status).toBe(200)
    expect(await add('false', riff(lossy(300, 300)))).toMatchObject({
      ...{ status: 409, error: { message: 'An action has at most ten items of evidence. Remove one first.' } },
    })
  })

  it('a picture is refused when the storage of the site is full', async () => {
    const { database, now } = world()
    const audit = createAudit({ database, changes: createChanges(), clock: now })
    const evidenceActions = {
      findAbout: createFindPeopleOfActions(NO_TYPES),
      listWithOpenAppeal,
      isAppealed,
      ...NOBODY,
    }
    const evidenceQuota = PICTURE.length + 100
    const store = createEvidenceStore({ database, audit, clock: now, evidenceActions, evidenceQuota })
    const actor = { ...PEOPLE.staff, ...NO_RIGHTS, avatarUrl: '', isStaff: true } as const
    const by = { actor, requestId: 'r' }
    const action = { family: 'staff', action: 1, shown: false } as const
    await store.addImage(by, action, PICTURE)
    await expect(store.addImage(by, action, riff(lossy(64, 64, { data: 100 })))).rejects.toThrow('no space left')
  })
})

describe('Visibility of a picture', () => {
  it('a picture is visible to staff, and to the person concerned only if it is shared with them', async () => {
    await add('false')
    await add('true', riff(lossy(64, 64)))
    for (const person of [PEOPLE.staff, PEOPLE.management, PEOPLE.owner]) {
      expect((await open(1, person)).statusCode).toBe(200)
      expect((await open(2, person)).statusCode).toBe(200)
    }
    expect((await open(1, SUBJECT)).statusCode).toBe(404)
    expect((await open(2, SUBJECT)).statusCode).toBe(200)
    for (const id of [1, 2]) {
      expect((await open(id, PEOPLE.es)).statusCode).toBe(404)
      expect((await open(id, null)).statusCode).toBe(401)
    }
    const own = (await world().as.member(listOwnEvidence)).body.data
    expect(own).toMatchObject([{ id: 2, family: 'staff', action: 1, kind: 'image' }])
    expect(JSON.stringify(own)).not.toContain(PEOPLE.staff.name)
    expect((await world().as.es(listOwnEvidence)).body.data).toEqual([])
  })

  it('access to a picture changes with the person concerned of the action, including staff', async () => {
    await add('false')
    const owner = await world().asPerson(PEOPLE.owner)
    const { id, name } = PEOPLE.management
    await owner(reviseAction, {
      ...{ params: { id: '1' }, body: { version: 1, why: 'Mixed up.', user: id, user_name: name } },
    })
    expect((await world().as.management(listEvidence, { query: of() })).body.data).toEqual([])
    expect((await open(1, PEOPLE.management)).statusCode).toBe(404)
    expect((await open(1, PEOPLE.staff)).statusCode).toBe(200)
    const mine = await world().as.management(addImage, { query: query('true'), body: riff(lossy(64, 64)) })
    expect(mine.status).toBe(403)
    expect((await world().as.management(removeEvidence, params(1))).status).toBe(403)
  })

  it('a picture is not visible to the person concerned while the action itself is not', async () => {
    await logAbout(SUBJECT, null)
    await add('true', PICTURE, 2)
    expect((await world().as.member(listOwnEvidence)).body.data).toEqual([])
    expect((await open(1, SUBJECT)).statusCode).toBe(404)
  })
})

describe('Removing a picture', () => {
  it('a picture is removed by its author within a day or by management, and can be restored', async () => {
    await add()
    world().pass(REMOVABLE_BY_AUTHOR_FOR + 1)
    const author = await world().asPerson(PEOPLE.staff)
    expect((await author(removeEvidence, params(1))).status).toBe(403)
    expect((await world().as.management(removeEvidence, params(1))).status).toBe(200)
    expect((await open(1, PEOPLE.staff)).statusCode).toBe(404)
    expect((await world().as.management(removeEvidence, params(1))).status).toBe(404)
    expect((await world().as.management(restoreEvidence, params(1))).body.item).toMatchObject({ id: 1 })
    expect((await open(1, PEOPLE.staff)).rawPayload.length).toBe(PICTURE.length)
    expect((await world().as.management(restoreEvidence, params(1))).status).toBe(404)
  })

  it.runIf(testEngine === 'postgresql')('two pictures that are removed at once can both be restored', async () => {
    await add()
    await add('false', riff(lossy(64, 64)))
    for (const id of [1, 2]) await world().as.staff(removeEvidence, params(id))
    const { both } = await inTransaction(async (client) => {
      await client.query('select from evidence for update')
      const both = [1, 2].map((id) => world().as.management(restoreEvidence, params(id)))
      await untilConnections(WAITS_FOR_LOCK, 2)
      return { both }
    })
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('the bytes of a removed picture are deleted after a day, and so are those of a deleted action', async () => {
    const { database, now } = world()
    const audit = createAudit({ database, changes: createChanges(), clock: now })
    const evidenceActions = {
      findAbout: createFindPeopleOfActions(NO_TYPES),
      listWithOpenAppeal,
      isAppealed,
      ...NOBODY,
    }
    const store = createEvidenceStore({ database, audit, clock: now, evidenceActions, evidenceQuota: 1e9 })
    const count = async () =>
      (await database.pool.query('select count(distinct evidence_id)::int as n from evidence_parts')).rows[0].n
    await add()
    await add('false', riff(lossy(64, 64)))
    await world().as.staff(removeEvidence, params(1))
    await store.deleteOld()
    expect(await count()).toBe(2)
    world().pass(DAY + 1)
    expect((await world().as.management(restoreEvidence, params(1))).status).toBe(404)
    await store.deleteOld()
    expect(await count()).toBe(1)
    await database.pool.query('delete from disciplinary_actions')
    await store.deleteOld()
    expect(await count()).toBe(0)
  })
})

describe('Changing the visibility of a picture', () => {
  const show = (is_shown: boolean) => ({ ...params(1), body: { is_shown } })

  it('the visibility is changed by the author within a day or by management', async () => {
    await add('false')
    expect((await open(1, SUBJECT)).statusCode).toBe(404)
    expect((await world().as.staff(changeEvidence, show(true))).body.item).toMatchObject({ id: 1, is_shown: true })
    expect((await open(1, SUBJECT)).statusCode).toBe(200)
    world().pass(REMOVABLE_BY_AUTHOR_FOR + 1)
    expect((await (await world().asPerson(PEOPLE.staff))(changeEvidence, show(false))).status).toBe(403)
    const management = await world().asPerson(PEOPLE.management)
    expect((await management(changeEvidence, show(false))).status).toBe(200)
    expect((await open(1, SUBJECT)).statusCode).toBe(404)
    const { rows } = (await world().as.owner(listAudit, { query: { action: 'changeEvidence' } })).body
    expect(rows.map(({ before, after }) => [before, after])).toMatchObject([
      [{ is_shown: true }, { is_shown: false }],
      [{ is_shown: false }, { is_shown: true }],
    ])
  })

  it('during an appeal a picture can be shared with the appellant, and not be hidden from them', async () => {
    await add('false')
    const member = await world().asPerson(SUBJECT)
    await member(addAppeal, { body: { family: 'staff', action: 1, text: 'I was ill.' } })
    expect((await world().as.staff(changeEvidence, show(true))).status).toBe(200)
    expect((await world().as.staff(changeEvidence, show(false))).error?.code).toBe('appealed')
  })
})

it.runIf(testEngine === 'postgresql').each(['remove', 'hide'] as const)(
  'a picture is not changed by %s while an appeal of its action is being filed',
  async (what) => {
    await add('true')
    const filed = await inTransaction(async (client) => {
      await client.query('select from disciplinary_actions for update')
      const appealing = world().as.member(addAppeal, { body: { family: 'staff', action: 1, text: 'I was ill.' } })
      await untilConnections(WAITS_FOR_LOCK)
      const refusing =
        what === 'remove'
          ? world().as.management(removeEvidence, params(1))
          : world().as.management(changeEvidence, { ...params(1), body: { is_shown: false } })
      await untilConnections(WAITS_FOR_LOCK, 2)
      return { appealing, refusing }
    })
    expect((await filed.appealing).status).toBe(200)
    expect((await filed.refusing).error?.code).toBe('appealed')
  },
)

it('evidence stays while an appeal is open, even if it was removed just before', async () => {
  const { database, now } = world()
  const audit = createAudit({ database, changes: createChanges(), clock: now })
  const evidenceActions = {
    findAbout: createFindPeopleOfActions(NO_TYPES),
    listWithOpenAppeal,
    isAppealed,
    ...NOBODY,
  }
  const store = createEvidenceStore({ database, audit, clock: now, evidenceActions, evidenceQuota: 1e9 })
  await add()
  await add('false', riff(lossy(64, 64)))
  await world().as.management(removeEvidence, params(2))
  const member = await world().asPerson(SUBJECT)
  const appeal = await member(addAppeal, { body: { family: 'staff', action: 1, text: 'I was ill.' } })
  expect(appeal.status).toBe(200)
  expect((await world().as.management(removeEvidence, params(1))).error?.code).toBe('appealed')
  world().pass(DAY + 1)
  await store.deleteOld()
  const count = 'select count(distinct evidence_id)::int as n from evidence_parts'
  expect((await database.pool.query(count)).rows[0].n).toBe(2)
  const { id, version } = appeal.body.item
  const again = await world().asPerson(SUBJECT)
  await again(withdrawAppeal, { params: { id: String(id) }, body: { version } })
  await store.deleteOld()
  expect((await database.pool.query(count)).rows[0].n).toBe(1)
  expect((await (await world().asPerson(PEOPLE.management))(removeEvidence, params(1))).status).toBe(200)
})

it('the audit log records changes of evidence, and shows the person concerned no link and no hash', async () => {
  await logAbout(PEOPLE.owner)
  await add('false', PICTURE, 2)
  await world().as.staff(removeEvidence, params(1))
  await world().as.staff(restoreEvidence, params(1))
  const other = { ...PEOPLE.owner, id: '310000000000000398', username: 'other', name: 'Another owner' }
  const rowsOf = async (person: TestPerson) => {
    const { rows } = (await (await world().asPerson(person))(listAudit, { query: { target: 'evidence' } })).body
    return rows
  }
  const rows = await rowsOf(other)
  expect(rows.map(({ action, target }) => [action, target])).toEqual([
    ['restoreEvidence', 'evidence/1'],
    ['removeEvidence', 'evidence/1'],
    ['addEvidence', 'evidence/1'],
  ])
  expect(rows[2]?.after).toMatchObject({ user: PEOPLE.owner.id, family: 'staff', action: 2, sha256: SHA256 })
  expect(JSON.stringify(await rowsOf(PEOPLE.owner))).not.toContain(SHA256)
})

it('pictures load from the site itself only', async () => {
  const cookie = await world().signIn(PEOPLE.staff)
  const { statusCode } = await world().app.inject({
    ...{ method: 'POST', url: '/api/evidence?family=staff&action=1&shown=true', payload: Buffer.from(PICTURE) },
    headers: { cookie, 'content-type': 'image/webp', 'sec-fetch-site': 'cross-site', origin: `${ORIGIN}.example` },
  })
  expect(statusCode).toBe(403)
})

it('a picture on Discord is fetched only for a person who can add it, and from no other host', async () => {
  const ask = (action: number, link = 'https://cdn.discordapp.com.evil.example/a.png') => ({
    query: of(action),
    body: { link },
  })
  expect((await world().as.member(copyPicture, ask(1))).status).toBe(403)
  expect((await world().as.anyone(copyPicture, ask(1))).status).toBe(401)
  expect((await world().as.staff(copyPicture, ask(7))).status).toBe(404)
  await logAbout(PEOPLE.staff)
  expect((await world().as.staff(copyPicture, ask(2))).status).toBe(403)
  for (const link of ['https://cdn.discordapp.com.evil.example/a.png', 'http://127.0.0.1:3001/a.png', 'x'])
    expect((await world().as.staff(copyPicture, ask(1, link))).error?.code).toBe('wrong_link')
  for (let count = 4; count < 20; count += 1) await world().as.staff(copyPicture, ask(1))
  const { status, headers } = await world().as.staff(copyPicture, ask(1))
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
})

describe('A video link as evidence', () => {
  const LINK = 'https://medal.tv/clips/abc'
  const addVideo = (part: { link?: string; shown?: boolean } = {}, by: 'staff' | 'management' | 'member' = 'staff') =>
    world().as[by](addLink, { query: of(), body: { link: LINK, shown: false, ...part } })
  const listed = async () => (await world().as.staff(listEvidence, { query: of() })).body.data
  const store = () => {
    const { database, now } = world()
    return createLinkStore({ database, clock: now })
  }

  it('a video link is stored with its author and visibility, once, and counts towards the limit of ten', async () => {
    const { status, body } = await addVideo({ link: ` ${LINK} ` })
    expect(status).toBe(200)
    expect(body.item).toMatchObject({
      ...{ kind: 'link', link: LINK, is_shown: false, gone_since: null, sha256: null, by: PEOPLE.staff.id },
    })
    expect((await addVideo()).error?.message).toBe('This link is already added.')
    for (let n = 0; n < 9; n += 1) expect((await addVideo({ link: `${LINK}${n}` })).status).toBe(200)
    expect((await addVideo({ link: `${LINK}x` })).status).toBe(409)
    expect((await add()).status).toBe(409)
  })

  it('a video link is refused if it is no public address, and from the person concerned or people who are not staff', async () => {
    for (const link of ['http://medal.tv/a', 'https://10.0.0.1/a', 'https://localhost/a', 'javascript:alert(1)'])
      expect((await addVideo({ link })).error?.fields).toHaveProperty('link')
    expect((await addVideo({}, 'member')).status).toBe(403)
    await logAbout(PEOPLE.staff)
    const own = await world().as.staff(addLink, { query: of(2), body: { link: LINK, shown: true } })
    expect(own.status).toBe(403)
  })

  it('a video link is visible to the person concerned only if it is shared with them', async () => {
    await addVideo()
    await addVideo({ link: `${LINK}/shown`, shown: true })
    const { body } = await (await world().asPerson(SUBJECT))(listOwnEvidence)
    expect(body.data.map(({ link }) => link)).toEqual([`${LINK}/shown`])
  })

  it('a video link is checked once a week, and the page shows since when it is unavailable', async () => {
    await addVideo()
    const links = store()
    expect(await links.findUnchecked()).toEqual({ id: 1, link: LINK })
    await links.saveCheck(1, 'gone')
    const day = world().now().toISOString()
    expect(await links.findUnchecked()).toBeNull()
    world().pass(7 * DAY)
    expect(await links.findUnchecked()).toEqual({ id: 1, link: LINK })
    await links.saveCheck(1, 'gone')
    await links.saveCheck(1, 'unknown')
    const rowOf = async () => (await world().database.pool.query('select gone_since from evidence')).rows[0].gone_since
    expect((await rowOf()).toISOString()).toBe(day)
    await links.saveCheck(1, 'there')
    expect(await rowOf()).toBeNull()
  })

  it('a removed video link is no longer checked, and stays while an appeal is open', async () => {
    await addVideo()
    await addVideo({ link: `${LINK}2` })
    expect((await world().as.staff(removeEvidence, params(1))).status).toBe(200)
    expect(await store().findUnchecked()).toEqual({ id: 2, link: `${LINK}2` })
    const member = await world().asPerson(SUBJECT)
    await member(addAppeal, { body: { family: 'staff', action: 1, text: 'I was ill.' } })
    expect((await world().as.management(removeEvidence, params(2))).error?.code).toBe('appealed')
    expect((await listed()).map(({ link }) => link)).toEqual([`${LINK}2`])
  })
})
