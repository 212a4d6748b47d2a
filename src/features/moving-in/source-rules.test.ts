import { describe, expect, it } from 'vitest'
import { txAdminDatabase } from '#test/txadmin.ts'
import { UnreadableSource } from './entry-rules.ts'
import { checkSourceSize, MAX_SOURCE_BYTES, readSource, recogniseSource } from './source-rules.ts'

const database = (version: number) => JSON.stringify(txAdminDatabase({ version, players: 5, actions: 10, seed: 1 }))
const recognise = (content: unknown) => {
  const { source, program, version } = recogniseSource(typeof content === 'string' ? content : JSON.stringify(content))
  return { source, program, version }
}
const ADMINS = [{ name: 'a', master: true, password_hash: '$2b$11$x', providers: {}, permissions: [] }]
const KNOWLEDGE = { changedAt: '2026-03-14T18:30:00.000Z' }

describe('Files of other programs', () => {
  it.each<[string, unknown, object]>([
    ['txAdmin', database(5), { source: 'txadmin', program: 'txAdmin', version: '5' }],
    ['txAdmin of its first version', database(1), { source: 'txadmin', program: 'txAdmin', version: '1' }],
    ['fxPanel', database(10), { source: 'txadmin', program: 'fxPanel', version: '10' }],
    ['txAdmin without players', { version: 5, players: [], actions: [] }, { source: 'txadmin', version: '5' }],
    ['txAdmin with a mark at its beginning', `\ufeff ${database(3)}`, { source: 'txadmin', version: '3' }],
    ['the admins of txAdmin', ADMINS, { source: 'admins', program: 'txAdmin' }],
    ['EasyAdmin', [{ banner: 'x', reason: 'y', expire: 1, identifiers: [] }], { source: 'easyadmin' }],
    ['vMenu', [{ bannedBy: 'x', banReason: 'y', bannedUntil: 'z', identifiers: [] }], { source: 'vmenu' }],
    ['Zeppelin', { cases: [{ case_number: 1 }] }, { source: 'zeppelin' }],
    ['Zeppelin without cases', { cases: [] }, { source: 'zeppelin' }],
    ['SnailyCAD with penal codes', [{ title: 'x', isPrimary: true }], { source: 'snailycad' }],
    ['SnailyCAD with 10-codes', [{ value: { value: '10-4' }, shouldDo: 'SET_STATUS' }], { source: 'snailycad' }],
    [
      'ps-mdt in SQL',
      'INSERT INTO `mdt_penal_codes` VALUES ()',
      { source: 'ps-mdt', program: 'ps-mdt', version: null },
    ],
    ['ps-mdt in Lua', 'Config.PenalCode = {', { source: 'ps-mdt' }],
  ])('a file of %s is recognized', (_, content, expected) => {
    expect(recognise(content)).toMatchObject(expected)
  })

  it.each<[string, string, string]>([
    ['a spreadsheet', 'Name,Discord ID\nDana,1', 'This is not one of the files that can be imported.'],
    ['empty', '', 'This is not one of the files that can be imported.'],
    ['some other list', '[{"a":1}]', 'This is not one of the files that can be imported.'],
    ['an empty list', '[]', 'This is not one of the files that can be imported.'],
    [
      'cut off',
      database(5).slice(0, 700),
      'This file is cut off: its end is missing. Copy it again, and choose the copy.',
    ],
    [
      'cut off after a bracket',
      '{"version":5,"players":[{"a":"}"}',
      'This file is cut off: its end is missing. Copy it again, and choose the copy.',
    ],
    [
      'cut off in a text',
      '{"version":5,"a":"\\"',
      'This file is cut off: its end is missing. Copy it again, and choose the copy.',
    ],
    ['damaged', '{"version":5,,}', 'This file is damaged. Get it from the other program again, and do not change it.'],
  ])('a file that is %s is refused with instructions', (_, text, message) => {
    expect(() => recogniseSource(text)).toThrow(new UnreadableSource(message))
  })

  it('a file over the size limit is refused', () => {
    expect(() => checkSourceSize(MAX_SOURCE_BYTES)).not.toThrow()
    expect(() => checkSourceSize(MAX_SOURCE_BYTES + 1)).toThrow(
      'This file is too large. Files of up to 100 MB can be read.',
    )
  })

  it.each([
    ['txadmin', database(5), 'actions'],
    ['easyadmin', JSON.stringify([{ banner: 'x', reason: 'y', expire: 1, identifiers: [] }]), 'actions'],
    ['vmenu', JSON.stringify([{ bannedUntil: 'z', identifiers: [] }]), 'actions'],
    ['zeppelin', JSON.stringify({ cases: [{ case_number: 1 }] }), 'actions'],
    ['snailycad', JSON.stringify([{ title: 'x', isPrimary: true }]), 'csv'],
    ['ps-mdt', "Config.PenalCode = { { title = 'x' } }", 'csv'],
  ])('a file of %s is read in its recognized format', (source, text, part) => {
    const read = readSource(recogniseSource(text), KNOWLEDGE)
    expect(read.source).toBe(source)
    expect(read).toHaveProperty(part)
  })

  it('a file with the admins of txAdmin is refused', () => {
    expect(() => readSource(recogniseSource(JSON.stringify(ADMINS)), KNOWLEDGE)).toThrow(UnreadableSource)
  })

  it('any content throws only the error of the parser', () => {
    const whole = JSON.parse(database(5))
    const values = [null, 0, -1, 1e308, '', 'x', [], {}, [[]], true, { length: 5 }]
    const places = [whole, whole.players[0], whole.actions[0], whole.actions[3]]
    for (const place of places) {
      for (const field of Object.keys(place)) {
        const before = place[field]
        for (const value of values) {
          place[field] = value
          try {
            readSource(recogniseSource(JSON.stringify(whole)), KNOWLEDGE)
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableSource)
          }
        }
        place[field] = before
      }
    }
  })
})
