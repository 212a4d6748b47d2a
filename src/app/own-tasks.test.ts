import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { textsOf } from './community-diagnosis.ts'
import { ownTasksOf } from './own-tasks.ts'

const shipped = textsOf(join(root, 'community'))
const roles = { owner: ['200000000000000001'], management: [], staff: [], es: [] }
const FRESH: Parameters<typeof ownTasksOf>[0] = {
  own: shipped,
  shipped,
  roles,
  ownerIds: [],
  hasBot: false,
  hasOwnCodes: false,
  hasBackup: false,
}

const done = (known: Partial<typeof FRESH>) =>
  ownTasksOf({ ...FRESH, ...known }).flatMap(({ key, isDone }) => (isDone ? [key] : []))
/** The shipped files, with an edit in each file whose name matches. */
const edited = (names: RegExp, edit: (text: string) => string) =>
  shipped.map(({ name, text }) => ({ name, text: names.test(name) ? edit(text) : text }))

describe('Steps for a new owner', () => {
  it('every step is open on a new installation, whatever the comments contain', () => {
    expect(done({})).toEqual([])
    expect(done({ own: edited(/./, (text) => `# mine\n\n${text}`) })).toEqual([])
  })

  it.each<[string, Parameters<typeof done>[0]]>([
    ['name', { own: edited(/^site\.yaml$/, (text) => text.replace(/^name: .*/m, 'name: Bay Roleplay')) }],
    ['roles', { roles: { ...roles, owner: ['911111111111111111'] } }],
    ['links', { own: edited(/^site\.yaml$/, (text) => text.replaceAll('.example', '.gg')) }],
    ['rules', { own: edited(/^rules\//, (text) => `${text}\nOurs.`) }],
    ['codes', { hasOwnCodes: true }],
    ['codes', { own: edited(/^codes\//, (text) => `${text}\n- ours`) }],
    ['bot', { hasBot: true }],
    ['backup', { hasBackup: true }],
  ])('the step %s completes itself', (key, known) => {
    expect(done(known)).toEqual([key])
  })

  it('departments and leadership are complete when no file is unchanged or has a placeholder', () => {
    const isTheirs = /^(departments|leadership)/
    const reworded = edited(isTheirs, (text) => text.replace(/^(intro|motto): /m, '$1: Ours. '))
    expect(done({ own: reworded })).toEqual([])
    const own = reworded.map(({ name, text }) => ({
      name,
      text: isTheirs.test(name)
        ? text.replaceAll('.example', '.gg').replace(/"31\d{16}"/g, '"911111111111111111"')
        : text,
    }))
    expect(done({ own })).toEqual(['departments'])
    expect(done({ own: own.filter(({ name }) => name !== 'departments/fhp.yaml') })).toEqual(['departments'])
    const asItCame = shipped.filter(({ name }) => name === 'departments/fhp.yaml')
    expect(done({ own: [...own.filter(({ name }) => name !== 'departments/fhp.yaml'), ...asItCame] })).toEqual([])
  })

  it('the step for owners is complete with OWNER_IDS, even without a role', () => {
    expect(done({ roles: { ...roles, owner: [] } })).toEqual([])
    expect(done({ roles: { ...roles, owner: [] }, ownerIds: ['911111111111111111'] })).toEqual(['roles'])
  })

  it('there is no step for codes in a community without them', () => {
    expect(ownTasksOf({ ...FRESH, hasOwnCodes: null }).map(({ key }) => key)).not.toContain('codes')
  })
})
