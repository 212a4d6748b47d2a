import { expect, it } from 'vitest'
import { actionLabel } from '#features/audit/rules.ts'
import { peopleIn, sentenceOf } from '#features/audit/sentence-rules.ts'
import { createTranslator, fillPlaceholders, withTranslator } from '#lib/messages.ts'
import { AUDIT_WORDS } from './audit-words.ts'

const LENA = '310000000000000301'
const DANA = '310000000000000204'

const stageAt = (list: string, way: readonly string[]) =>
  list === 'trialmods' && way.join(' › ') === 'supervised › 1' ? 'Supervised Sit 1' : null

/** Returns the sentence for a row as plain text. */
function describeEntry(action: string, target: string, before: unknown, after: unknown): string {
  const row = { action, target, before, after, actorName: 'Theo' }
  const { text, person, record, list, changes, more, stage } = sentenceOf(row, { ...AUDIT_WORDS, stageAt })
  const fieldTexts = changes.map(({ label, left, right }) => `${label} ${left === null ? '' : `${left} → `}${right}`)
  return fillPlaceholders(text, {
    who: 'Theo',
    person: person.name ?? person.id ?? record,
    record,
    list,
    ...{ stage: stage?.title ?? '', state: stage?.state ?? '', before: stage?.before ?? '' },
    changes: [...fieldTexts, ...(more > 0 ? [`+${more}`] : [])].join(' · '),
  })
}

const LENA_ON_ROSTER = { id: '8f', discordId: LENA, name: 'Lena Brandt', timezone: 'CST', notes: null, version: 1 }
const LENA_AT_SCHOOL = {
  traineeId: LENA,
  trialMod: { name: 'Lena Brandt' },
  notes: 0,
  version: 1,
  inGame: { done: false, failed: false, inProgress: true },
}
const OPEN = { done: false, failed: false, inProgress: false, by: null, notes: null }
const WITH_STAGES = { ...LENA_AT_SCHOOL, failed: 0, supervised: [OPEN, OPEN] }
const SIT_FAILED = { ...OPEN, failed: true, by: 'Theo' }
const ACTION = { id: 12, user: LENA, user_name: 'Lena Brandt', type: 'Strike', revoked: null, version: 1 }
const REVOKED = { at: '2026-03-14T18:30:00.000Z', by: DANA, by_name: 'Dana', outcome: 'expunged', why: 'Wrong one' }
const CODE = { id: 3, code: '10-4', meaning: 'OK', updated_by_username: 'dana', version: 1 }

it.each<[string, string, unknown, unknown, string]>([
  [
    'changeRosterMember',
    'roster/8f',
    LENA_ON_ROSTER,
    { ...LENA_ON_ROSTER, timezone: 'EST', version: 2 },
    'Theo changed Lena Brandt: time zone CST → EST',
  ],
  [
    'changeRosterMember',
    'roster/8f',
    { name: 'a', notes: 'x' },
    { name: 'b', notes: null },
    'Theo changed b: name a → b · notes x → empty',
  ],
  ['addRosterMember', 'roster/8f', null, LENA_ON_ROSTER, 'Theo added Lena Brandt to roster'],
  ['removeTrialMod', `trialmods/${LENA}`, LENA_AT_SCHOOL, null, 'Theo removed Lena Brandt from trialmods'],
  [
    'changeStage',
    `trialmods/${LENA}`,
    LENA_AT_SCHOOL,
    { ...LENA_AT_SCHOOL, inGame: { done: true, failed: false, inProgress: false }, notes: 1, version: 2 },
    'Theo changed Lena Brandt: in-game › status In-Progress → Completed',
  ],
  ['changeMentor', `training/${LENA}`, { mentorId: null }, { mentorId: DANA }, `Theo changed ${LENA}: mentor ${DANA}`],
  [
    'changeStage',
    `trialmods/${LENA}`,
    WITH_STAGES,
    { ...WITH_STAGES, supervised: [SIT_FAILED, OPEN], failed: 1, version: 2 },
    'Theo marked Supervised Sit 1 of Lena Brandt Failed (was Open)',
  ],
  [
    'changeStage',
    `trialmods/${LENA}`,
    WITH_STAGES,
    { ...WITH_STAGES, supervised: [{ ...SIT_FAILED, by: 'Wren', notes: 'Late' }, OPEN], failed: 1, notes: 1 },
    'Theo marked Supervised Sit 1 of Lena Brandt Failed (was Open): Supervised Sit 1 › by Wren · Supervised Sit 1 › notes Late',
  ],
  [
    'changeStage',
    `trialmods/${LENA}`,
    { ...WITH_STAGES, supervised: [{ ...SIT_FAILED, by: 'Wren' }, OPEN], failed: 1 },
    { ...WITH_STAGES, version: 2 },
    'Theo marked Supervised Sit 1 of Lena Brandt Open (was Failed)',
  ],
  [
    'changeStage',
    `trialmods/${LENA}`,
    { ...WITH_STAGES, supervised: [SIT_FAILED, OPEN] },
    { ...WITH_STAGES, supervised: [{ ...SIT_FAILED, notes: 'Late' }, OPEN] },
    'Theo changed Lena Brandt: Supervised Sit 1 › notes Late',
  ],
  [
    'decideAppeal',
    'appeals/7',
    { user_name: 'Lena Brandt', state: 'in_review', outcome: null, ended_by: null },
    { user_name: 'Lena Brandt', state: 'decided', outcome: 'upheld', ended_by: 'decider' },
    'Theo decided on the appeal of Lena Brandt: state In review → Decided · outcome The action stands · ended by a decision',
  ],
  [
    'reviseAction',
    'player-actions/9',
    { type: 'Ban', user: 'subject:139', user_name: 'Sunny', admin: 'game:2', admin_name: 'City' },
    { type: 'Ban', user: DANA, user_name: 'Dana', admin: 'txadmin:bo', admin_name: 'bo' },
    `Theo revised Ban #9 of Dana: person somebody without a Discord account → ${DANA} · name Sunny → Dana · given by the game server → bo in txAdmin`,
  ],
  [
    'joinSubjects',
    `subjects/${DANA}`,
    { who: 'subject:7', name: 'Sunny' },
    { who: DANA, name: 'Dana', actions: 2, import: 3 },
    `Theo joined two people of the player record into one: Discord account somebody without a Discord account → ${DANA} · name Sunny → Dana · actions 2`,
  ],
  [
    'importPlayers',
    'player-actions',
    null,
    { source: 'txadmin', file: 'playersDB.json', sha256: 'ab', people_new: 3, actions_new: 5, unreadable: 0 },
    'Theo imported a file into player-actions: source txAdmin · file playersDB.json · new people 3 · new actions 5 · entries that could not be read 0',
  ],
  [
    'changeRights',
    `users/${LENA}`,
    null,
    { gained: 'management, law.edit@fire' },
    `Theo changed the rights of ${LENA}: site.yaml or the settings give their roles other rights now: gained Management, Edit codes in one department: fire`,
  ],
  [
    'exportList',
    'audit',
    null,
    { action: 'addTenCode', format: 'csv' },
    'Theo exported audit: action Add ten code · format csv',
  ],
  ['addAction', 'staff-da/12', null, ACTION, 'Theo logged Strike #12 for Lena Brandt'],
  [
    'revokeAction',
    'staff-da/12',
    ACTION,
    { ...ACTION, revoked: REVOKED, version: 2 },
    `Theo revoked Strike #12 of Lena Brandt: revocation › by ${DANA} · revocation › outcome expunged · revocation › why Wrong one`,
  ],
  [
    'changeTenCode',
    'ten-codes/3',
    CODE,
    { ...CODE, meaning: 'Copy', version: 2 },
    'Theo changed 10-4 Copy: meaning OK → Copy',
  ],
  ['removeQuickLink', 'quick-links/cad', { key: 'cad', title: 'CAD' }, null, 'Theo removed CAD from quick-links'],
  ['removeUserSessions', `users/${LENA}`, [{ device: 'Chrome' }], null, `Theo ended every session of ${LENA}`],
  ['importRoster', 'roster', null, { added: 3, changed: 0 }, 'Theo imported a file into roster: added 3 · changed 0'],
  ['undoImport', 'roster', null, { import: 1, removed: 3 }, 'Theo undid an import into roster: removed 3'],
  ['undoImport', 'roster/8f', null, { import: 1 }, 'Theo undid what an import did to an entry of roster'],
  [
    'refused',
    `users/${LENA}`,
    null,
    { count: 2, from: 'x', to: 'y', calls: { 'GET /api/audit': 2 } },
    'Theo tried to see or do something that they may not: GET /api/audit 2',
  ],
  ['signIn', `users/${LENA}`, null, null, 'Theo signed in'],
  ['logAction', 'things/7', null, { note: '2026-03-14' }, 'Theo changed things/7: note 03/14/2026'],
  // A note that only looks like a timestamp is shown as it was written, and does not break the log.
  ...['2026-99-99T99:99:99.000Z', '2026-02-30T10:00:00.000Z', '2026-01-01T1Z'].map(
    (note): [string, string, unknown, unknown, string] => [
      ...(['logAction', 'things/7', null, { note }] as const),
      `Theo changed things/7: note ${note}`,
    ],
  ),
])('%s on %s is described in a sentence', (action, target, before, after, sentence) => {
  expect(describeEntry(action, target, before, after)).toBe(sentence)
})

it('the first of many changes and the beginning of a long text are shown', () => {
  const after = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`field ${at}`, 'x'.repeat(at === 0 ? 500 : 1)]),
  )
  const { changes, more } = sentenceOf(
    { action: 'changeTenCode', target: 'ten-codes/3', before: null, after, actorName: null },
    AUDIT_WORDS,
  )
  expect([changes.length, more, changes[0]?.right]).toEqual([6, 3, `${'x'.repeat(120)}…`])
})

it('names are requested once for people who are in entries by id only', () => {
  const row = { seq: 1, at: '', actorId: null, actorName: null, requestId: '', hash: '' }
  const rows = [
    {
      ...row,
      action: 'changeMentor',
      target: `training/${LENA}`,
      before: { mentorId: null },
      after: { mentorId: DANA },
    },
    { ...row, action: 'removeUserSessions', target: `users/${LENA}`, before: [], after: null },
    {
      ...row,
      action: 'addRosterMember',
      target: 'roster/8f',
      before: null,
      after: { discordId: '310000000000000999', name: 'Jo' },
    },
  ]
  expect(peopleIn(rows, AUDIT_WORDS)).toEqual([DANA, LENA])
})

it.each([
  ['addTenCode', 'Add ten code'],
  ['signIn', 'Sign in'],
  ['refused', 'Refused'],
  ['addTrialMod', 'Add to checklist'],
])('the action %s has the label %s', (action, label) => {
  expect(actionLabel(action, AUDIT_WORDS)).toBe(label)
})

it('the label of an action is in the language of the page', () => {
  const german = createTranslator('de', { 'Add ten code': '10-Code hinzugefügt' })
  expect(withTranslator(german, () => actionLabel('addTenCode', AUDIT_WORDS))).toBe('10-Code hinzugefügt')
})
