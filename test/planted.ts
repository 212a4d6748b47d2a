import { randomUUID } from 'node:crypto'
import { giveThumb } from '#features/assistant/contract.ts'
import { createAnswerTokens } from '#features/assistant/server/answer-tokens.ts'
import { addPhrase } from '#features/assistant-questions/contract.ts'
import { rightsOf } from '#features/auth/rules.ts'
import { hashOf } from '#features/auth/server/sessions.ts'
import { addSession, addSignInAttempt } from '#features/auth/server/store.ts'
import { addPenalCode, addTenCode } from '#features/codes/contract.ts'
import { addAction, reviseAction, revokeAction } from '#features/discipline/contract.ts'
import { addImage } from '#features/evidence/contract.ts'
import { addIngestToken } from '#features/ingest/contract.ts'
import { addQuickLink, removeQuickLink } from '#features/quick-links/contract.ts'
import { rosterIn } from '#features/roster/content-rules.ts'
import { devRoster, staffRoster } from '#features/roster/contract.ts'
import { changeMentor } from '#features/training/contract.ts'
import { addTrialMod, changeCompletion, changeStage } from '#features/trial-mods/contract.ts'
import { type Access, allows, type Member } from '#lib/access.ts'
import { ROLE_IDS, type TestPerson } from './people.ts'
import { ROSTER_CONTENT } from './rosters.ts'
import { chunk, extended, lossy, riff, text } from './webp.ts'
import type { World } from './world.ts'

/** A unique word in one field of a record, and who may read the field. */
export interface Planted {
  word: string
  where: string
  mayRead(reader: TestPerson | null): boolean
}

export interface PlantedWorld {
  planted: Planted[]
  /** Values that calls may use: ids of the records, and values that fit other fields. */
  known: unknown[]
  /** The tokens with which game servers call. */
  ingestTokens: string[]
}

const LEVELS = {
  member: [],
  es: ROLE_IDS.es,
  staff: ROLE_IDS.staff,
  management: ROLE_IDS.management,
  owner: ROLE_IDS.owner,
}
/** Four people of each access level, so that the limit of a single user is not reached all the time. */
export const TEST_PEOPLE: readonly TestPerson[] = Object.entries(LEVELS).flatMap(([level, roleIds], at) =>
  Array.from({ length: 4 }, (_, one): TestPerson => {
    const id = `3200000000000000${at}${one}`
    return { id, username: `${level}${one}`, name: `The ${level} ${one}`, roleIds }
  }),
)

export function memberOf({ id, username, name, roleIds }: TestPerson): Member {
  return { id, username, name, avatarUrl: '', ...rightsOf({ id, roleIds }, ROLE_IDS, []) }
}

const may = (access: Access) => (reader: TestPerson | null) => allows(access, reader === null ? null : memberOf(reader))
const orThemselves =
  (access: Access, { id }: TestPerson) =>
  (reader: TestPerson | null) =>
    reader?.id === id || may(access)(reader)
const nobody = () => false

const AUTHOR: TestPerson = {
  id: '310000000000000301',
  username: 'kept-author-of-codes',
  name: 'kept-name-of-author',
  roleIds: ROLE_IDS.management,
}
const OWNER: TestPerson = { id: '310000000000000302', username: 'owner', name: 'An owner', roleIds: ROLE_IDS.owner }

/**
 * Fills a world with records about these people in which some fields are restricted. Returns who may read each field.
 * Over 60 lines because it is a list of records, and later ones refer to the numbers of earlier ones.
 */
export async function plant(world: World): Promise<PlantedWorld> {
  const planted: Planted[] = []
  const plantWord = (where: string, mayRead: Planted['mayRead']) => {
    const word = `kept-${where.toLowerCase().replaceAll(/\W+/g, '-')}-kept`
    if (!planted.some((each) => each.word === word)) planted.push({ word, where, mayRead })
    return word
  }
  const [member, another] = TEST_PEOPLE.filter(({ roleIds }) => roleIds.length === 0)
  if (member === undefined || another === undefined) throw new Error('plant needs two members')
  const author = await world.asPerson(AUTHOR)
  const owner = await world.asPerson(OWNER)
  const known: unknown[] = TEST_PEOPLE.map(({ id }) => id)

  const some = TEST_PEOPLE.slice(0, 8)
  for (const target of TEST_PEOPLE.filter((_, at) => at % 2 === 0)) {
    const fields = {
      user_name: target.name,
      internal_reason: plantWord('internal reason', may('staff')),
      external_reason: plantWord('external reason', may('member')),
    }
    const { body } = await author(addAction, { body: { ...fields, user: target.id, type: 'Note' } })
    const params = { id: String(body.item.id) }
    await author(reviseAction, {
      params,
      body: { version: 1, why: plantWord('why of a revision', may('staff')), internal_reason: 'Another.' },
    })
    await author(addAction, { body: { ...fields, user: target.id, type: 'Written Warning' } })
  }
  await author(revokeAction, {
    params: { id: '2' },
    body: { outcome: 'expunged', why: plantWord('why of a revocation', may('staff')) },
  })

  const picture = (word: string) => riff(extended(64, 64, 0x10), chunk('ALPH', text(word)), lossy(64, 64))
  const query = { family: 'staff', action: '1', shown: 'false' } as const
  await author(addImage, { query, body: picture(plantWord('an internal picture', may('staff'))) })
  const shown = picture(plantWord('a picture', orThemselves('staff', member)))
  await author(addImage, { query: { ...query, shown: 'true' }, body: shown })
  known.push('staff', 'players', 'true', 'false', '1', '2')

  for (const roster of [staffRoster, devRoster]) {
    for (const { id, name } of some) {
      const notes = plantWord(`notes of ${roster.name}`, may('staff'))
      const position = rosterIn(ROSTER_CONTENT, roster.key).others
      const { body } = await owner(roster.add, { body: { name, discordId: id, position, notes } })
      known.push(body.item.id)
    }
  }

  for (const { id, name } of some) {
    await owner(addTrialMod, { body: { traineeId: id, name } })
    const notes = plantWord('notes of a stage', may('staff'))
    const byName = plantWord('who signed a stage off', may('staff'))
    await owner(changeStage, { params: { id }, body: { stage: 'classroom', done: true, notes, byName } })
    await owner(changeCompletion, {
      params: { id },
      body: { instructorReviewName: plantWord('who reviews an instructor', may('staff')) },
    })
    await owner(changeMentor, { params: { traineeId: id }, body: { mentorId: id } })
  }

  await author(addTenCode, { body: { code: '10-4', meaning: 'Understood' } })
  await author(addPenalCode, { body: { statute: '316.183', title: 'Speeding' } })
  planted.push({ word: AUTHOR.username, where: 'author of codes', mayRead: may('staff') })

  const link = { title: 'A link', group: 'Other', icon: 'book' } as const
  for (const key of ['kept', 'kept-2']) {
    await owner(addQuickLink, { body: { ...link, key, copy: plantWord('text of a quick link', may('es')) } })
  }
  await owner(addQuickLink, {
    body: { ...link, key: 'gone', copy: plantWord('text only in the audit log', may('owner')) },
  })
  await owner(removeQuickLink, { params: { key: 'gone' } })
  known.push('kept', 'kept-2', 'gone')

  const rule = '/rules/general-conduct#12-minimum-age-to-play'
  const content = plantWord('a question to the assistant', may('management'))
  const token = createAnswerTokens('a secret of this test', world.now).issue(content, [rule])
  await world.as.anyone(giveThumb, {
    body: { token, chatMessages: [{ type: 'user', content }], thumb: 'down', rules: [rule] },
  })
  const phrase = plantWord('a phrase', may('management'))
  await owner(addPhrase, { body: { phrase, href: rule, questions: [] } })
  known.push(rule, token.split('.')[0] ?? '')

  const ingestTokens: string[] = []
  for (const label of [plantWord('label of a token', may('staff')), 'Two', 'Three', 'Four', 'Five']) {
    const { body } = await owner(addIngestToken, { body: { label } })
    ingestTokens.push(body.token)
    planted.push({ word: body.token, where: 'a token', mayRead: nobody })
    planted.push({ word: hashOf(body.token), where: "a token's hash", mayRead: nobody })
  }

  const { pool } = world.database
  const verification = `insert into verification_sessions
    (id, user_id, status, "group", created_at, verified_at, decided_at, decided_by_id, decided_by_name, reason)
    values ($1, $2, $3, 'military', now(), now(), now(), $4, $5, $6)`
  const decided = [OWNER.id, plantWord('who decided a verification', may('owner'))]
  await world.signIn(member)
  await world.signIn(another)
  const reason = plantWord('reason of a verification', orThemselves('owner', member))
  await pool.query(verification, [randomUUID(), member.id, 'rejected', ...decided, reason])
  for (const status of Array<string>(10).fill('verified')) {
    const id = randomUUID()
    await pool.query(verification, [id, another.id, status, null, null, null])
    known.push(id, { data: [{ uid: id, group_short: 'mil', time: '2026-03-14 18:30:00' }] })
  }

  const device = plantWord('device of a session', orThemselves('owner', member))
  const tokenHash = plantWord('hash of a session', nobody)
  const now = world.now()
  await addSession(world.database.db, { tokenHash, userId: member.id, createdAt: now, lastSeenAt: now, device })
  const sealed = plantWord('sealed Discord token', nobody)
  await pool.query('update users set sealed_access_token = $1 where id = $2', [sealed, AUTHOR.id])
  const sessions = await pool.query<{ id: string }>('select id from sessions order by user_id limit 4')
  known.push(AUTHOR.id, ...sessions.rows.map(({ id }) => id))
  await addSignInAttempt(world.database.db, {
    state: plantWord('state of a sign-in', nobody),
    browserHash: plantWord('browser of a sign-in', nobody),
    codeVerifier: plantWord('verifier of a sign-in', nobody),
    returnTo: '/',
    scope: 'identify',
    createdAt: now,
  })

  return { planted, known, ingestTokens }
}
