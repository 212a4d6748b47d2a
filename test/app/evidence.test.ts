import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PERSONAL_DATA } from '#app/features.ts'
import { EXCLUDED_FROM_ARCHIVE, EXCLUDED_FROM_BACKUP, REPLACED_COLUMNS } from '#app/own-data.ts'
import { eraseFromSite, exportPerson } from '#app/person.ts'
import { addAction } from '#features/discipline/contract.ts'
import { addImage, addLink, listEvidence, listOwnEvidence } from '#features/evidence/contract.ts'
import { readArchive, writeArchive } from '#server/database/archive/archive.ts'
import { backup } from '#server/database/backup/backup.ts'
import { restore } from '#server/database/backup/restore.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { silentLog } from '../database.ts'
import { PEOPLE, type TestPerson } from '../people.ts'
import { scratchFolder } from '../scratch-folder.ts'
import { lossy, riff } from '../webp.ts'
import { useWorld, type World } from '../world.ts'

const site = useWorld()
const empty = useWorld()
let folder: string

/** This picture is stored in several parts with different bytes. */
const PICTURE = riff(lossy(640, 480, { data: 200_000 }))
for (let at = 60; at < PICTURE.length; at += 1) PICTURE[at] = (at * 7) % 251

const LINK = 'https://medal.tv/clips/abc'

const clock = () => new Date('2026-03-14T18:30:00.000Z')
const ACTIONS = [
  { subject: PEOPLE.member, action: '1' },
  { subject: PEOPLE.es, action: '2' },
]

beforeEach(async () => {
  folder = scratchFolder()
  for (const { subject, action } of ACTIONS) {
    const body = { user: subject.id, user_name: subject.name, type: 'Strike', internal_reason: 'Late.' }
    await site().as.management(addAction, { body: { ...body, external_reason: 'You were late.' } })
    const query = { family: 'staff', action, shown: 'true' } as const
    expect((await site().as.staff(addImage, { query, body: PICTURE })).status).toBe(200)
  }
  for (const { action } of ACTIONS) {
    const query = { family: 'staff', action } as const
    await site().as.staff(addLink, { query, body: { link: LINK, shown: true } })
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function open(world: World, id: number, person: TestPerson = PEOPLE.staff) {
  const headers = { cookie: await world.signIn(person) }
  const { statusCode, rawPayload } = await world.app.inject({ url: `/api/evidence/${id}/image`, headers })
  return { status: statusCode, isWhole: Buffer.compare(rawPayload, PICTURE) === 0 }
}

describe('Evidence in backups and exports', () => {
  it('a backup contains evidence byte by byte, with its visibility', async () => {
    const file = join(folder, 'backup.gz')
    await backup(site().database, file, { excluded: EXCLUDED_FROM_BACKUP, clock })
    await restore(empty().database, file, { isReplacing: true })
    expect(await open(empty(), 1)).toEqual({ status: 200, isWhole: true })
    expect(await open(empty(), 1, PEOPLE.member)).toEqual({ status: 200, isWhole: true })
    expect((await open(empty(), 1, PEOPLE.es)).status).toBe(404)
    const { body } = await empty().as.member(listOwnEvidence)
    expect(body.data.map(({ link }) => link)).toEqual([null, LINK])
  })

  it('an archive contains evidence', async () => {
    const file = join(folder, 'site.tar.gz')
    await writeArchive(site().database, file, { excluded: EXCLUDED_FROM_ARCHIVE, personalData: PERSONAL_DATA, clock })
    await readArchive(empty().database, file, REPLACED_COLUMNS)
    expect(await open(empty(), 2)).toEqual({ status: 200, isWhole: true })
  })

  it('the export of personal data contains the evidence of actions against the person, with its bytes', async () => {
    const lines: { table: string; row: Record<string, unknown> }[] = []
    await exportPerson(site().database, PEOPLE.member.id, (line) => void lines.push(line))
    // The rows of a table are exported in no particular order.
    const rowsOf = (name: string, by: string) =>
      lines.filter(({ table }) => table === name).toSorted((a, b) => Number(a.row[by]) - Number(b.row[by]))
    expect(rowsOf('evidence', 'id').map(({ row }) => [row.action_id, row.link])).toEqual([
      [1, null],
      [1, LINK],
    ])
    const parts = rowsOf('evidence_parts', 'part')
    const bytes = parts.map(({ row }) => Buffer.from(String(row.bytes).slice(2), 'hex'))
    expect(Buffer.compare(Buffer.concat(bytes), PICTURE)).toBe(0)
  })

  it('erasing the person concerned removes evidence, and erasing its author removes their name', async () => {
    const { database } = site()
    const processes = onlyProcess(silentLog)
    const erased = await eraseFromSite({ database, processes }, PEOPLE.member.id, clock())
    expect(erased?.rows).toMatchObject({ evidence: 2, evidence_parts: 5 })
    expect((await open(site(), 1)).status).toBe(404)
    expect(await open(site(), 2)).toEqual({ status: 200, isWhole: true })
    await eraseFromSite({ database, processes }, PEOPLE.staff.id, clock())
    const query = { family: 'staff', action: '2' } as const
    const [item] = (await site().as.management(listEvidence, { query })).body.data
    expect(item?.by_name).toMatch(/^Erased person/)
  })
})
