import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BadConfiguration } from '#server/config/environment.ts'
import { root } from '#server/paths.ts'
import { useWorld } from '#test/world.ts'
import { createWordIndex } from '#web/word-index.ts'
import { importTenCodes, listCodeSynonyms, listPenalCodes, listTenCodes, removeTenCode } from '../contract.ts'
import { penalCodeText } from '../rules.ts'
import { fillCodes, readCodePhrases, readSynonyms } from './gateway.ts'

const world = useWorld()
let communityDir: string

beforeEach(() => {
  communityDir = mkdtempSync(join(tmpdir(), 'community-'))
  mkdirSync(join(communityDir, 'codes'))
})
afterEach(() => rmSync(communityDir, { recursive: true }))

const fill = () => fillCodes({ database: world().database, communityDir, clock: world().now })
const write = (name: string, text: string) => writeFileSync(join(communityDir, 'codes', name), text)

describe('The first start', () => {
  it('there are at least 60 ten-codes and 150 penal codes', async () => {
    cpSync(join(root, 'community/codes'), join(communityDir, 'codes'), { recursive: true })
    const count = await fill()
    const tenCodes = (await world().as.staff(listTenCodes)).body.data
    const penalCodes = (await world().as.staff(listPenalCodes)).body.data
    expect(tenCodes.length).toBeGreaterThanOrEqual(60)
    expect(penalCodes.length).toBeGreaterThanOrEqual(150)
    expect(count).toBe(tenCodes.length + penalCodes.length)
    expect(tenCodes[0]).toMatchObject({ created_by_username: null, updated_by_discord: null, version: 1 })
  })

  it('removed codes do not return at the next start', async () => {
    write('ten-codes.yaml', '- { code: "10-4", meaning: Understood }')
    expect(await fill()).toBe(1)
    await world().as.staff(removeTenCode, { params: { id: '1' } })
    expect(await fill()).toBe(0)
    expect((await world().as.anyone(listTenCodes)).body.data).toEqual([])
  })

  it('a list from an earlier version is not changed', async () => {
    write('ten-codes.yaml', '- { code: "10-4", meaning: Understood }')
    await world().database.pool.query(`insert into codes_arrived values ('ten-codes', now())`)
    expect(await fill()).toBe(0)
    expect((await world().as.anyone(listTenCodes)).body.data).toEqual([])
  })

  it('a list that was imported before is not changed', async () => {
    write('ten-codes.yaml', '- { code: "10-4", meaning: Understood }')
    await world().as.management(importTenCodes, { body: 'Code,Meaning\n10-8,In service\n' })
    expect(await fill()).toBe(0)
    expect((await world().as.anyone(listTenCodes)).body.data).toMatchObject([{ code: '10-8' }])
  })

  it('lists are empty without files', async () => {
    expect(await fill()).toBe(0)
    write('penal-codes.yaml', '- { statute: "316.193", title: DUI, fine: 500 }')
    expect(await fill()).toBe(1)
  })

  it.each([
    [
      '- { code: "10-4", meaning: Understood }\n- { code: "10-5" }',
      ':2: 1.meaning: this is missing: Write a text here.',
    ],
    ['- { code: "10-4", meaning: a }\n\n- { code: "10-4", meaning: b }', ':3: 1: this code stands in the file twice'],
    [
      '- { code: "10-4", meaning: a, color: pink }',
      ':1: 0.color: expected one of: default, red, orange, yellow, blue, green',
    ],
  ])('a mistake is reported with file, line and expectation, and the start can be repeated', async (text, problem) => {
    write('ten-codes.yaml', text)
    const error = await fill().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BadConfiguration)
    expect(String(error)).toContain(`ten-codes.yaml${problem}`)
    write('ten-codes.yaml', '- { code: "10-4", meaning: Understood }')
    expect(await fill()).toBe(1)
  })
})

describe('Phrases of codes', () => {
  it('phrases are optional, and a mistake is reported with its line', () => {
    expect(readCodePhrases(communityDir)).toEqual({ ten: new Map(), penal: new Map() })
    write('asked-as.yaml', 'penal:\n  "316.075": ran a red light | jumped it')
    expect(readCodePhrases(communityDir)).toEqual({
      ten: new Map(),
      penal: new Map([['316.075', ['ran a red light', 'jumped it']]]),
    })
    write('asked-as.yaml', 'penal:\n  "316.075": [ran a red light]')
    expect(() => readCodePhrases(communityDir)).toThrow(/asked-as\.yaml:2: penal\.316\.075/)
  })

  it('the phrases of the shipped community belong to existing codes', async () => {
    cpSync(join(root, 'community/codes'), join(communityDir, 'codes'), { recursive: true })
    await fill()
    const { ten, penal } = readCodePhrases(communityDir)
    const tenCodes = (await world().as.anyone(listTenCodes)).body.data
    const penalCodes = (await world().as.anyone(listPenalCodes)).body.data
    expect(tenCodes.map(({ code }) => code)).toEqual(expect.arrayContaining([...ten.keys()]))
    expect(penalCodes.map(({ statute }) => statute)).toEqual(expect.arrayContaining([...penal.keys()]))
  })
})

describe('Synonyms', () => {
  it('synonyms are optional, and a mistake is reported with its line', () => {
    expect(readSynonyms(communityDir)).toEqual([])
    write('synonyms.yaml', '- [weed, cannabis]\n- [alone]')
    expect(() => readSynonyms(communityDir)).toThrow(/synonyms\.yaml:2: 1: two words/)
  })

  it.each([
    ['speeding', ['316.183(1)', '316.183(5)', '316.187', '316.189', '316.1895']],
    ['weed', ['893.13(1)(a)2.', '893.13(6)(b)', '893.135(1)(a)1.']],
    ['drunk driving', ['316.193(1)']],
    ['stolen car', ['812.014(2)(c)6.']],
  ])('the query %s finds the statutes through synonyms', async (search, statutes) => {
    cpSync(join(root, 'community/codes'), join(communityDir, 'codes'), { recursive: true })
    await fill()
    const codes = (await world().as.anyone(listPenalCodes)).body.data
    const { data } = (await world().as.anyone(listCodeSynonyms)).body
    const index = createWordIndex(codes.map(penalCodeText), readSynonyms(communityDir))
    expect(data).toEqual(readSynonyms(communityDir))
    const found = [...index.find(search)].map((at) => codes[at]?.statute)
    for (const statute of statutes) expect(found).toContain(statute)
    expect(found.length).toBeLessThan(30)
  })

  it('a typing error in a word of the statutes is corrected', async () => {
    cpSync(join(root, 'community/codes'), join(communityDir, 'codes'), { recursive: true })
    await fill()
    const codes = (await world().as.anyone(listPenalCodes)).body.data
    const index = createWordIndex(codes.map(penalCodeText), readSynonyms(communityDir))
    expect(['battry', 'burgulary', 'fierarm'].map(index.correct)).toEqual(['battery', 'burglary', 'firearm'])
  })
})
