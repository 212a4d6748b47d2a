import { afterAll, describe, expect, it } from 'vitest'
import {
  addTrialMod,
  changeCompletion,
  changeStage,
  findChecklist,
  findOwnProgress,
  importTrialMods,
  listTrialMods,
} from '#features/trial-mods/contract.ts'
import { copyCommunity } from '../community-copy.ts'
import { PEOPLE } from '../people.ts'
import { useSharedWorld } from '../world.ts'

const copy = copyCommunity()
copy.write(
  'checklists.yaml',
  `trial-mods:
  title: Grundausbildung
  person: Anwärter
  stages:
    - { key: in_game, column: Praxis, title: Praktische Übung, aliases: [Übung] }
    - { key: classroom, column: Theorie, title: Unterricht, signedOffBy: management }
  inOrder: true
  outcomes:
    In-Training: { label: In Ausbildung }
    Passed: { label: Bestanden, aliases: [fertig] }
    Failed: { label: Durchgefallen }
`,
)
afterAll(() => copy.discard())

describe('The checklist of another community', () => {
  const world = useSharedWorld({ communityDir: () => copy.dir })
  const trainee = { traineeId: PEOPLE.member.id, name: 'Jules Arden' }
  const params = { id: trainee.traineeId }
  const sign = (stage: 'in_game' | 'classroom' | 'supervised1', by: 'staff' | 'management' = 'staff') =>
    world().as[by](changeStage, { params, body: { stage, done: true, byName: 'Ida Brandt' } })

  it('stages are signed off in their order by the named people, and others do not exist', async () => {
    await world().as.management(addTrialMod, { body: trainee })
    const early = await sign('classroom', 'management')
    expect([early.status, early.error?.fields]).toEqual([400, { stage: 'First comes Praktische Übung.' }])
    expect((await sign('in_game')).status).toBe(200)
    const refused = await sign('classroom')
    expect([refused.status, refused.error?.message]).toEqual([403, 'You may not sign off Unterricht.'])
    const unknown = await sign('supervised1')
    expect([unknown.status, unknown.error?.fields]).toEqual([400, { stage: 'One of in_game, classroom.' }])
    const unfinished = await world().as.staff(changeCompletion, { params, body: { status: 'Passed' } })
    expect(unfinished.error?.message).toMatch(/^1 of 2 stages are done\./)
    expect((await sign('classroom', 'management')).body.item).toMatchObject({ passed: 2 })
    expect((await world().as.staff(changeCompletion, { params, body: { status: 'Passed' } })).status).toBe(200)
  })

  it('trainees see the stages of the community', async () => {
    const { data } = (await world().as.member(findOwnProgress)).body
    expect(data?.stages).toEqual([
      { stage: 'in_game', state: 'done' },
      { stage: 'classroom', state: 'done' },
    ])
    expect((await world().as.member(findChecklist)).body.title).toBe('Grundausbildung')
  })

  it('a spreadsheet is imported with the words of the community', async () => {
    const sheet = (status: string) =>
      `Discord ID,Anwärter,Übung,Theorie,Status\n310000000000000301,Uwe Stein,Ida Brandt,,${status}\n`
    const refused = (await world().as.management(importTrialMods, { body: sheet('promoted') })).body
    expect(refused.errors.map(({ message }) => message)).toEqual([
      '"promoted" is not one of these: In Ausbildung, Bestanden, Durchgefallen.',
    ])
    expect((await world().as.management(importTrialMods, { body: sheet('fertig') })).body).toMatchObject({ added: 1 })
    const uwe = (await world().as.staff(listTrialMods)).body.find(({ trialMod }) => trialMod.name === 'Uwe Stein')
    expect(uwe).toMatchObject({ completion: { status: 'Passed' }, inGame: { done: true, by: 'Ida Brandt' } })
    // A stage of the shipped community is an unknown column in this one.
    const other = 'Discord ID,Anwärter,Supervised 1\n310000000000000302,Eva Ott,Ida Brandt\n'
    const { columns } = (await world().as.management(importTrialMods, { body: other, query: { dryRun: 'true' } })).body
    expect(columns.map(({ name, isOpen }) => [name, isOpen])).toContainEqual(['Supervised 1', true])
  })

  it('the stages are in the documents of staff and members, and in no public one', async () => {
    const cookie = await world().signIn(PEOPLE.staff)
    for (const path of ['/trial-mod-checklist', '/me']) {
      expect((await world().visit(path, cookie)).html).toContain('"title":"Praktische Übung"')
    }
    expect((await world().visit('/', cookie)).html).not.toContain('Praktische Übung')
  })
})
