import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseFromSite } from '#app/person.ts'
import { preloadAll } from '#app/render.tsx'
import { addAppeal, findAppealable, findOwnAppeal, listOwnAppeals } from '#features/appeals/contract.ts'
import { findAppeal, listAppeals } from '#features/appeals/decision-contract.ts'
import { findGivenAppeal, listGivenAppeals } from '#features/appeals/given-contract.ts'
import { appeals, type KeptOffence } from '#features/appeals/server/tables.ts'
import { addPenalCode, changePenalCode } from '#features/codes/contract.ts'
import { addAction } from '#features/discipline/contract.ts'
import { actionOffences } from '#features/discipline/server/tables.ts'
import { onlyProcess } from '#server/processes/processes.ts'
import { useCommunityCopy } from '../community-copy.ts'
import { silentLog, type TestDatabase, testDatabase } from '../database.ts'
import { PEOPLE } from '../people.ts'
import { newWorld, ORIGIN, type World } from '../world.ts'

/*
 * The catalogue, the rules and the law book change between an action, its appeal and the day on which people read it.
 */
const copy = useCommunityCopy()
const TEXT = 'A shift that somebody signed up for and neither came to nor called off.'
const RULES = 'rules/02-roleplay-standards.md'
const RDM = '/rules/roleplay-standards#61-rdm-random-deathmatch'
const LAW = '/penal-codes#statute-999-01'
const REASON = `${PEOPLE.member.name}, you missed it.`

let database: TestDatabase
let world: World | null = null
beforeAll(async () => {
  database = await testDatabase()
  await preloadAll()
})
beforeEach(() => database.reset())
afterEach(async () => {
  await world?.app.close()
  world = null
})
afterAll(() => database.close())

/** Restarts the site with the current files of the community. */
async function start() {
  await world?.app.close()
  world = await newWorld(database, { communityDir: () => copy().dir, ownerIds: [PEOPLE.owner.id] })
  return world.as
}

/** Links the offence to this rule. */
const link = (rule: string) => copy().edit('offences.yaml', `text: ${TEXT}`, `text: ${TEXT}\n    rule: ${rule}`)
const reword = (from: string | RegExp, to: string) => copy().edit('offences.yaml', from, to)
const rewordRule = (from: string | RegExp, to: string) => copy().edit(RULES, from, to)

const worldNow = () => {
  if (world === null) throw new Error('no world was started')
  return world
}

async function giveAction(as: World['as'], reason = REASON) {
  const body = {
    ...{ user: PEOPLE.member.id, user_name: PEOPLE.member.name, type: 'Verbal Warning', offences: ['A-1'] },
    ...{ internal_reason: 'Seen', external_reason: reason, points: 1, deviation_why: 'It does not end' },
  }
  const { status, body: answer } = await as.staff(addAction, { body })
  expect(status).toBe(200)
  return answer.item.id
}

async function filed(as: World['as'], action: number) {
  const body = { family: 'staff', action, text: 'I did not.' } as const
  const { status, body: answer } = await as.member(addAppeal, { body })
  expect(status).toBe(200)
  return answer.item
}

/** Reads the appeal's offence as the appeal stored it and as it is today. All three readers must see the same. */
async function readOffence(as: World['as'], id: number) {
  const params = { id: String(id) }
  const { body: own } = await as.member(findOwnAppeal, { params })
  const { body: decided } = await as.owner(findAppeal, { params })
  const { body: issued } = await as.staff(findGivenAppeal, { params })
  const [first, ...others] = [own, decided, issued].map(({ item }) => {
    return { kept: item.snapshot.offences, today: item.today?.offences }
  })
  expect(others).toEqual([first, first])
  return { kept: first?.kept?.[0], today: first?.today?.[0] }
}

describe('An offence that links to a rule', () => {
  it('an appeal keeps the offence and its rule as given and as appealed, beside the current catalogue and rule', async () => {
    link(RDM)
    const action = await giveAction(await start())
    reword(`text: ${TEXT}`, 'text: As it reads at the appeal.')
    rewordRule('Killing or seriously injuring another player', 'AT THE APPEAL: Killing another player')
    const { id, snapshot } = await filed(await start(), action)
    expect(snapshot.offences).toMatchObject([{ text: TEXT, rule: { href: RDM } }])
    reword('name: Missed shift', 'name: Absence')
    reword('text: As it reads at the appeal.', 'text: As it reads today.')
    rewordRule('AT THE APPEAL: Killing another player', 'TODAY: Killing another player')
    const { kept, today } = await readOffence(await start(), id)
    expect(kept).toMatchObject({ name: 'Missed shift', text: TEXT })
    expect(kept?.rule?.passage?.title).toBe('6.1 RDM (random deathmatch)')
    expect(kept?.rule?.passage?.text).toMatch(/^Killing or seriously injuring another player/)
    expect(kept?.appealed).toMatchObject({ name: 'Missed shift', text: 'As it reads at the appeal.' })
    expect(kept?.appealed.rule?.passage?.text).toMatch(/^AT THE APPEAL: Killing another player/)
    expect(today).toMatchObject({ name: 'Absence', text: 'As it reads today.', rule: { href: RDM } })
    expect(today?.rule?.passage?.text).toMatch(/^TODAY: Killing another player/)
    expect(today?.isRetired).toBeUndefined()
  })

  it('an action keeps its rule from the day it was given, even if the link of the rule was renamed before the appeal', async () => {
    link(RDM)
    const action = await giveAction(await start())
    rewordRule('### 6.1 RDM (random deathmatch)', '### 6.1 Killing without a reason')
    reword(`rule: ${RDM}`, 'rule: /rules/roleplay-standards#61-killing-without-a-reason')
    const { id } = await filed(await start(), action)
    const { kept, today } = await readOffence(await start(), id)
    expect(kept?.rule?.passage?.title).toBe('6.1 RDM (random deathmatch)')
    expect(kept?.appealed.rule?.passage?.title).toBe('6.1 Killing without a reason')
    expect(today).toEqual(kept?.appealed)
  })

  it('an action from before rules were stored has only the rule as it was appealed', async () => {
    link(RDM)
    const as = await start()
    const action = await giveAction(as)
    await database.db.update(actionOffences).set({ passage: null })
    const { kept, today } = await readOffence(as, (await filed(as, action)).id)
    expect(kept?.rule).toEqual({ href: RDM, passage: null })
    expect(kept?.appealed).toEqual(today)
    expect(today?.rule?.passage?.title).toBe('6.1 RDM (random deathmatch)')
  })

  it('an unchanged offence is the same on both sides, and the appeal shows beforehand what it will keep', async () => {
    link(RDM)
    const as = await start()
    const action = await giveAction(as)
    const { body } = await as.member(findAppealable, { query: { family: 'staff', action: String(action) } })
    const { id } = await filed(as, action)
    const { kept, today } = await readOffence(as, id)
    expect(kept).toEqual({ ...today, appealed: today })
    expect(body.item.snapshot.offences).toEqual([kept])
  })

  it('an offence that left the catalogue is shown as retired and keeps its rule, even if the rule is gone', async () => {
    link(RDM)
    const as = await start()
    const { id } = await filed(as, await giveAction(as))
    reword(/ {2}- code: "A-1"[\s\S]*?(?= {2}- code: "A-2")/, '')
    rewordRule(/### 6\.1 RDM[\s\S]*?(?=### 6\.2)/, '')
    const { kept, today } = await readOffence(await start(), id)
    expect(kept?.rule?.passage?.text).toContain('is RDM')
    expect(today).toMatchObject({ text: TEXT, isRetired: true, rule: { href: RDM, passage: null } })
  })

  it('an offence with a different link today shows the current rule beside the stored one', async () => {
    link(RDM)
    const as = await start()
    const { id } = await filed(as, await giveAction(as))
    reword(
      `rule: ${RDM}\n    family: staff`,
      'rule: /rules/roleplay-standards#62-vdm-vehicle-deathmatch\n    family: staff',
    )
    const { kept, today } = await readOffence(await start(), id)
    expect(kept?.rule?.passage?.title).toBe('6.1 RDM (random deathmatch)')
    expect(today?.rule?.passage?.title).toBe('6.2 VDM (vehicle deathmatch)')
  })
})

describe('The stored text of a rule', () => {
  const passageOf = async (rule: string) => {
    link(rule)
    const as = await start()
    return (await filed(as, await giveAction(as))).snapshot.offences[0]?.rule
  }

  it.each([
    ['a rule by the address of this site', `${ORIGIN}${RDM}`, /^6\.1 RDM/, /^Killing/],
    ['a chapter', '/rules/roleplay-standards#6-violence-and-death', /^6\. Violence/, /^6\.1 RDM[\s\S]*\n\n6\.2 VDM/],
  ])('the stored text is that of %s', async (_, rule, title, text) => {
    const stored = await passageOf(rule)
    expect(stored?.href).toBe(rule)
    expect(stored?.passage?.title).toMatch(title)
    expect(stored?.passage?.text).toMatch(text)
  })

  it('the stored text of a rulebook is its beginning, marked as shortened', async () => {
    const stored = await passageOf('/rules/roleplay-standards')
    expect(stored?.passage).toMatchObject({ title: expect.stringMatching(/^Roleplay/), isCut: true })
    expect(stored?.passage?.text).toMatch(/\n\n6\.2 VDM/)
    expect(stored?.passage?.text.length).toBeLessThanOrEqual(8000)
    expect(stored?.passage?.text).toMatch(/\.$/)
  })

  it.each([
    ['another website', 'https://rules.example/rules/roleplay-standards#61-rdm-random-deathmatch'],
    ['a page that is no rule', '/departments'],
    ['a rule that is not there', '/rules/roleplay-standards#99-nothing'],
    ['an address of mail', 'mailto:rules@example.com'],
  ])('only the link is stored where it leads to %s', async (_, rule) => {
    expect(await passageOf(rule)).toEqual({ href: rule, passage: null })
  })

  it('nothing is stored for an offence without a rule', async () => {
    const as = await start()
    expect((await filed(as, await giveAction(as))).snapshot.offences).toMatchObject([{ rule: null }])
  })

  it('the stored text of a law is shown beside the current law book', async () => {
    link(LAW)
    const as = await start()
    const draft = { statute: '999.01', title: 'Shouting', notes: 'Loud.' }
    const { body } = await as.owner(addPenalCode, { body: draft })
    const { id } = await filed(as, await giveAction(as))
    const change = { ...draft, notes: 'Very loud.', version: body.item.version }
    const params = { id: String(body.item.id) }
    expect((await as.owner(changePenalCode, { params, body: change })).status).toBe(200)
    const { kept, today } = await readOffence(as, id)
    expect(kept?.rule?.passage).toEqual({ title: '999.01 Shouting', text: 'Statute 999.01, Shouting. Loud.' })
    expect(today?.rule?.passage?.text).toBe('Statute 999.01, Shouting. Very loud.')
  })
})

it('lists of appeals contain no offence and no rule', async () => {
  link(RDM)
  const as = await start()
  await filed(as, await giveAction(as))
  const lists = [await as.member(listOwnAppeals), await as.staff(listGivenAppeals), await as.owner(listAppeals)]
  expect(lists.map(({ body }) => body.data.length)).toEqual([1, 1, 1])
  expect(JSON.stringify(lists.map(({ body }) => body))).not.toMatch(/offences|passage|RDM/)
})

describe('An appeal from an older version', () => {
  const OLD = { name: 'Absence', text: 'As it was.' }
  /** Reads the offence of an appeal that stores it as older versions of the site did. */
  const readOld = async (as: World['as'], offence: KeptOffence) => {
    const { id } = await filed(as, await giveAction(as))
    const [row] = await database.db.select().from(appeals).where(eq(appeals.id, id))
    if (row === undefined) throw new Error('there is no appeal')
    const old = { ...row.snapshot, offences: [offence] }
    await database.db.update(appeals).set({ snapshot: old }).where(eq(appeals.id, id))
    return readOffence(as, id)
  }

  it('an appeal from before rules were stored shows the link of its offence beside the current catalogue', async () => {
    link(RDM)
    const { kept, today } = await readOld(await start(), OLD)
    const offence = { ...OLD, rule: { href: RDM, passage: null } }
    expect(kept).toEqual({ ...offence, appealed: offence })
    expect(today).toMatchObject({ text: TEXT, rule: { href: RDM } })
  })

  it('an appeal from before rules were stored shows no rule if its offence had no link', async () => {
    const as = await start()
    const { kept } = await readOld(as, OLD)
    expect(kept).toEqual({ ...OLD, rule: null, appealed: { ...OLD, rule: null } })
  })

  it('an appeal with a rule stored only once shows it as the appealed rule', async () => {
    link(RDM)
    const rule = { href: RDM, passage: { title: '6.1 RDM', text: 'As it was appealed.' } }
    const { kept } = await readOld(await start(), { ...OLD, rule })
    expect(kept).toEqual({ ...OLD, rule: { href: RDM, passage: null }, appealed: { ...OLD, rule } })
  })
})

it('erasing the appellant removes them from the stored action and leaves the rule', async () => {
  link(RDM)
  const as = await start()
  const { id } = await filed(as, await giveAction(as))
  const [stored] = await database.db.select().from(appeals).where(eq(appeals.id, id))
  await eraseFromSite({ database, processes: onlyProcess(silentLog) }, PEOPLE.member.id, new Date())
  const [row] = await database.db.select().from(appeals).where(eq(appeals.id, id))
  expect(row?.snapshot.reason).not.toContain(PEOPLE.member.name)
  expect(row?.snapshot.offences).toEqual(stored?.snapshot.offences)
})

it('erasing an appellant named by a common word leaves that word in the rule and reports no remaining trace', async () => {
  link(RDM)
  const as = await start()
  const member = { ...PEOPLE.member, name: 'player' }
  const { id } = await filed(
    { ...as, member: await worldNow().asPerson(member) },
    await giveAction(as, 'player, you missed it.'),
  )
  const [stored] = await database.db.select().from(appeals).where(eq(appeals.id, id))
  expect(JSON.stringify(stored?.snapshot.offences)).toContain('another player')
  const erased = await eraseFromSite({ database, processes: onlyProcess(silentLog) }, member.id, new Date())
  const [row] = await database.db.select().from(appeals).where(eq(appeals.id, id))
  expect(row?.snapshot.reason).toMatch(/^Erased person \w+, you missed it\.$/)
  expect(row?.snapshot.offences).toEqual(stored?.snapshot.offences)
  expect(erased?.traces.filter(({ table }) => table === 'appeals')).toEqual([])
})
