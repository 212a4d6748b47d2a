import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENDPOINTS, PERSONAL_DATA } from '#app/features.ts'
import { EXCLUDED_FROM_ARCHIVE, REPLACED_COLUMNS } from '#app/own-data.ts'
import { readArchive, writeArchive } from '#server/database/archive/archive.ts'
import { filesInTar } from '#server/database/archive/tar.ts'
import { PEOPLE } from '../people.ts'
import { plant } from '../planted.ts'
import { scratchFolder } from '../scratch-folder.ts'
import { useWorld, type World } from '../world.ts'

const site = useWorld()
const empty = useWorld()
let folder: string
beforeEach(() => {
  folder = scratchFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const clock = () => new Date('2026-03-14T18:30:00.000Z')
const save = async (file = join(folder, 'site.tar.gz')) => {
  const options = { excluded: EXCLUDED_FROM_ARCHIVE, personalData: PERSONAL_DATA, clock }
  return { file, schema: await writeArchive(site().database, file, options) }
}

/** Every export as an owner reads it, except the export of sessions. */
async function listsOf(world: World) {
  const cookie = await world.signIn(PEOPLE.owner)
  const paths = ENDPOINTS.filter(({ method, path }) => method === 'GET' && path.endsWith('/export')).map(
    ({ path }) => path,
  )
  const expected = []
  // Export the audit log first, because each export of people adds a row to it.
  for (const path of paths
    .filter((each) => each !== '/api/users/sessions/export')
    .toSorted((a) => (a.includes('audit') ? -1 : 1))) {
    const { body, statusCode } = await world.app.inject({
      method: 'GET',
      url: `${path}?format=json`,
      headers: { cookie },
    })
    expect([path, statusCode]).toEqual([path, 200])
    expected.push([path, JSON.parse(body)])
  }
  return expected
}

describe('Archives', () => {
  it('an archive that is restored into an empty site gives the same content', async () => {
    await plant(site())
    const { file } = await save()
    const before = await listsOf(site())
    await readArchive(empty().database, file, REPLACED_COLUMNS)
    expect(await listsOf(empty())).toEqual(before)
    await expect(readArchive(empty().database, file, REPLACED_COLUMNS)).rejects.toThrow('is not empty')
  }, 60_000)

  it('an archive describes all of its files, which are JSON without secrets', async () => {
    const { ingestTokens } = await plant(site())
    const { file, schema } = await save()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const hashes = await site().database.pool.query<{ hash: string }>(
      'select hash from ingest_tokens union all select token_hash from sessions',
    )
    const all = gunzipSync(readFileSync(file)).toString()
    expect([...ingestTokens, ...hashes.rows.map(({ hash }) => hash)].filter((secret) => all.includes(secret))).toEqual(
      [],
    )
    const found = []
    for await (const { name, text } of filesInTar(Readable.from([gunzipSync(readFileSync(file))]))) {
      if (name === 'schema.json') {
        expect(JSON.parse(text)).toEqual(schema)
        continue
      }
      const table = schema.tables.find(({ files }) => name.startsWith(files.replace('*.json', '')))
      const row = z.fromJSONSchema(z.parse(z.record(z.string(), z.json()), table?.row))
      const rows = z.array(z.json()).parse(JSON.parse(text))
      expect([name, rows.flatMap((each) => row.safeParse(each).error?.issues ?? [])]).toEqual([name, []])
      found.push([table?.name, rows.length])
    }
    expect(found).toEqual(schema.tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]))
    expect(schema.tables.find(({ name }) => name === 'roster_members')?.row.properties).toMatchObject({
      discord_id: { type: 'string', personal: 'id' },
      hired_at: { type: ['string', 'null'], format: 'date' },
    })
  }, 60_000)

  it('an archive that is truncated or modified changes nothing', async () => {
    await plant(site())
    const { file } = await save()
    const whole = gunzipSync(readFileSync(file))
    const cut = join(folder, 'cut.tar.gz')
    writeFileSync(cut, gzipSync(whole.subarray(0, whole.length - 4096)))
    await expect(readArchive(empty().database, cut, REPLACED_COLUMNS)).rejects.toThrow('not whole')
    expect((await empty().database.pool.query('select from ten_codes')).rows).toEqual([])
    await expect(save(file)).rejects.toThrow('already exists')
  }, 60_000)
})
