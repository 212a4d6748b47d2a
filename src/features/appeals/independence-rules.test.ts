import { describe, expect, it } from 'vitest'
import {
  bestDeciderRole,
  checkDecider,
  type Decider,
  OWNER_RANK,
  type Parties,
  type Rank,
  whyNotDecide,
} from './independence-rules.ts'

const PARTIES: Parties = {
  appellant: 'player',
  issuer: { id: 'mod', rank: 6 },
  importer: 'archivist',
  approvers: ['senior', 'former'],
  revisers: ['editor'],
  namesakes: ['alias'],
  linked: ['second account'],
  witnesses: ['witness'],
}

describe('People who are independent of an action', () => {
  it.each<[string, string, Rank, number, ReturnType<typeof whyNotDecide>]>([
    ['the appellant never', 'player', OWNER_RANK, 0, 'appellant'],
    ['an account that may be the appellant never', 'second account', OWNER_RANK, 0, 'linked'],
    ['the issuer never', 'mod', OWNER_RANK, 0, 'issuer'],
    ['an account that gave others under the same name never', 'alias', OWNER_RANK, 0, 'namesake'],
    ['the person who imported it never', 'archivist', OWNER_RANK, 0, 'importer'],
    ['the approver never', 'senior', OWNER_RANK, 0, 'approver'],
    ['the person who approved it before a revision never', 'former', OWNER_RANK, 0, 'approver'],
    ['the person who revised it never', 'editor', OWNER_RANK, 0, 'reviser'],
    ['the person who added evidence never', 'witness', OWNER_RANK, 0, 'witness'],
    ['somebody of the same position where nothing above is asked', 'other', 6, 0, null],
    ['nobody of the same position where one above is asked', 'other', 6, 1, 'rank'],
    ['somebody one above', 'other', 5, 1, null],
    ['nobody one above where two are asked', 'other', 5, 2, 'rank'],
    ['somebody two above', 'other', 4, 2, null],
    ['nobody below', 'other', 7, 0, 'rank'],
    ['nobody without a position', 'other', null, 0, 'rank'],
    ['an owner', 'other', OWNER_RANK, 2, null],
  ])('independence: %s', (_title, id, rank, ranksAbove, expected) => {
    expect(whyNotDecide(PARTIES, { id, rank }, ranksAbove)).toBe(expected)
  })

  it('everybody is independent if the issuer has no position: the game, an import, or a former member', () => {
    const parties = { ...PARTIES, issuer: { id: 'txadmin:Console', rank: null } }
    expect(whyNotDecide(parties, { id: 'other', rank: null }, 2)).toBeNull()
  })

  it('only another owner is independent of an action by an owner', () => {
    const parties = { ...PARTIES, issuer: { id: 'owner', rank: OWNER_RANK } }
    expect(whyNotDecide(parties, { id: 'other', rank: 0 }, 0)).toBe('rank')
    expect(whyNotDecide(parties, { id: 'second owner', rank: OWNER_RANK }, 2)).toBeNull()
  })
})

describe('People who decide on an appeal', () => {
  const OWNER: Decider = { id: 'owner', rank: OWNER_RANK }
  const SECOND: Decider = { id: 'second', rank: OWNER_RANK }
  const MANAGER: Decider = { id: 'manager', rank: 1 }
  const KAY: Decider = { id: 'txadmin:kay', rank: null }
  const byOwner: Parties = { ...PARTIES, issuer: OWNER, importer: null, approvers: [], revisers: [], namesakes: [] }
  it.each<[string, Parties, Decider[], ReturnType<typeof bestDeciderRole>]>([
    ['somebody independent where there is one', PARTIES, [OWNER, MANAGER], 'independent'],
    ['another owner on what an owner gave', byOwner, [OWNER, SECOND, MANAGER], 'independent'],
    ['somebody of a lower position before the owner who gave it', byOwner, [OWNER, MANAGER], 'lower'],
    ['the owner who gave it only where nobody else may decide at all', byOwner, [OWNER], 'issuer'],
    [
      'an owner who approved it before the one who gave it',
      { ...byOwner, approvers: ['second'] },
      [OWNER, SECOND],
      'owner',
    ],
    [
      'an owner who revised it before the one who gave it',
      { ...byOwner, revisers: ['second'] },
      [OWNER, SECOND],
      'owner',
    ],
    [
      'an owner who imported it before the one who gave it',
      { ...byOwner, importer: 'second' },
      [OWNER, SECOND],
      'owner',
    ],
    [
      'a lower position before an owner who approved it',
      { ...byOwner, approvers: ['second'] },
      [SECOND, MANAGER],
      'lower',
    ],
    [
      'nobody where the only owner appeals what a manager gave',
      { ...PARTIES, appellant: 'owner', issuer: MANAGER },
      [OWNER, MANAGER],
      'nobody',
    ],
    [
      'nobody where the only owner may have given it',
      { ...byOwner, issuer: KAY, namesakes: ['owner'] },
      [OWNER],
      'nobody',
    ],
    ['nobody where nobody may decide', PARTIES, [], 'nobody'],
  ])('deciders: %s', (_title, parties, deciders, expected) => {
    expect(bestDeciderRole(parties, deciders, 0)).toBe(expected)
  })

  it('a lower position decides if nobody in a higher one is independent, and the owner who gave the action does not', () => {
    expect(checkDecider(byOwner, MANAGER, [OWNER, MANAGER], 0)).toEqual({ barred: null, as: 'lower' })
    expect(checkDecider(byOwner, OWNER, [OWNER, MANAGER], 0)).toEqual({ barred: 'issuer' })
  })

  it('a lower position does not decide if another owner can', () => {
    expect(checkDecider(byOwner, MANAGER, [OWNER, SECOND, MANAGER], 0)).toEqual({ barred: 'rank' })
  })

  it('a position below the required one decides on an action of the highest, if the owner had a part in it', () => {
    const parties = { ...PARTIES, issuer: { id: 'director', rank: 0 }, approvers: ['owner'], revisers: [] }
    expect(checkDecider(parties, MANAGER, [OWNER, MANAGER], 0)).toEqual({ barred: null, as: 'lower' })
    expect(checkDecider(parties, OWNER, [OWNER, MANAGER], 0)).toEqual({ barred: 'approver' })
  })

  it('only an owner can step in: neither an issuer in a lower position nor the appellant', () => {
    expect(checkDecider(PARTIES, { id: 'mod', rank: 6 }, [], 0)).toEqual({ barred: 'issuer' })
    expect(checkDecider({ ...byOwner, appellant: 'owner' }, OWNER, [OWNER], 0)).toEqual({ barred: 'appellant' })
  })
})
