import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { AppealedAction, AppealedOffence } from '../contract.ts'
import { ThenAndNow } from './appealed-action.tsx'

afterEach(cleanup)

const HREF = '/rules/roleplay-standards#61-rdm'
const RULE = { href: HREF, passage: { title: '6.1 RDM', text: 'As it was at the appeal.' } }
const OFFENCE: AppealedOffence = { name: 'Random deathmatch', text: 'As it was given.', rule: RULE }
const actionFor = (...offences: AppealedOffence[]): AppealedAction => ({
  ...{ type: 'Strike', date: '2026-11-02T18:00:00.000Z', reason: 'You left early.', endsAt: null, points: 4 },
  ...{ isRevoked: false, offences },
})
const show = (then: AppealedOffence, now: AppealedOffence = then) =>
  render(<ThenAndNow then={actionFor(then)} now={actionFor(now)} />)

/** What the table says in both columns below this label. */
function sides(label: string) {
  const body = screen.getByRole('rowheader', { name: label }).closest('tbody')
  if (body === null) throw new Error('a row of a table')
  return within(body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}

it('shows the rule that was kept under a link to it, and nothing of today where all is the same', () => {
  show(OFFENCE)
  expect(screen.getByRole('link', { name: '6.1 RDM' }).getAttribute('href')).toBe(HREF)
  expect(screen.getByText('As it was at the appeal.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('shows an offence and a rule that changed since in both versions', () => {
  const today = { title: '6.1 RDM', text: 'As it is today.' }
  show(OFFENCE, { name: 'RDM', text: 'As the catalogue says it.', rule: { href: HREF, passage: today } })
  expect(sides('Offences')).toEqual(['Random deathmatch: As it was given.', 'RDM: As the catalogue says it.'])
  expect(sides('Rules')).toEqual(['6.1 RDM\nAs it was at the appeal.', '6.1 RDM\nAs it is today.'])
})

it('says that an offence is retired and that its rule is gone', () => {
  show(OFFENCE, { ...OFFENCE, isRetired: true, rule: { href: HREF, passage: null } })
  expect(sides('Offences')[1]).toBe('Random deathmatch: As it was given. This offence is no longer in the catalogue.')
  expect(sides('Rules')[1]).toBe(`There is no rule at ${HREF}.`)
})

it('of a rule elsewhere shows the link', () => {
  const elsewhere = (href: string): AppealedOffence => ({ ...OFFENCE, rule: { href, passage: null } })
  show(elsewhere('https://rules.example/a'), elsewhere('https://rules.example/b'))
  expect(screen.getByRole('link', { name: 'Read the rule' }).getAttribute('href')).toBe('https://rules.example/a')
  expect(sides('Rules')).toEqual(['https://rules.example/a', 'https://rules.example/b'])
})

it('of an appeal from before rules were kept says so beside the rule of today', () => {
  show({ name: 'Random deathmatch', text: 'As it was given.' }, OFFENCE)
  expect(sides('Rules')).toEqual(['The rule was not kept.', '6.1 RDM\nAs it was at the appeal.'])
})

it('without a rule on either side shows none', () => {
  show({ name: 'A', text: 'B' }, { name: 'A', text: 'B', rule: null })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})
