import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { AppealedOffence } from '../snapshot-contract.ts'
import { ThenAndNow } from './appealed-action.tsx'

afterEach(cleanup)

const HREF = '/rules/roleplay-standards#61-rdm'
const RULE = { href: HREF, passage: { title: '6.1 RDM', text: 'As it was given.' } }
const OFFENCE: AppealedOffence = { name: 'Random deathmatch', text: 'Killing without a reason.', rule: RULE }
const ACTION = {
  ...{ type: 'Strike', date: '2026-11-02T18:00:00.000Z', reason: 'You left early.', endsAt: null, points: 4 },
  isRevoked: false,
}
const show = (given: AppealedOffence, now: AppealedOffence | null = given, appealed = given) =>
  render(
    <ThenAndNow then={{ ...ACTION, offences: [{ ...given, appealed }] }} now={now && { ...ACTION, offences: [now] }} />,
  )
const saying = (text: string): AppealedOffence => ({
  ...OFFENCE,
  rule: { href: HREF, passage: { title: '6.1 RDM', text } },
})
const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

/** The texts of both columns in the rows under this label. */
function sides(label: string) {
  const body = screen.getByRole('rowheader', { name: label }).closest('tbody')
  if (body === null) throw new Error('a row of a table')
  return within(body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
}

it('the stored rule is shown with a link, and no current version if it is the same', () => {
  show(OFFENCE)
  expect(screen.getByRole('link', { name: '6.1 RDM' }).getAttribute('href')).toBe(HREF)
  expect(screen.getByText('As it was given.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('two offences with one name are shown as two, as in the catalogue', () => {
  const offences = [OFFENCE, OFFENCE].map((offence) => ({ ...offence, appealed: offence }))
  render(<ThenAndNow then={{ ...ACTION, offences }} now={{ ...ACTION, offences: [OFFENCE, OFFENCE] }} />)
  expect(screen.getAllByText('Random deathmatch')).toHaveLength(2)
})

it('a changed offence and a changed rule are shown in both versions', () => {
  const now = { ...saying('As it is today.'), name: 'RDM' }
  show(OFFENCE, now, now)
  expect(titles()).toEqual(['When it was given', 'Today'])
  expect(sides('Offences')).toEqual(['Random deathmatch: Killing without a reason.', 'RDM: Killing without a reason.'])
  expect(sides('Rules')).toEqual(['6.1 RDM\nAs it was given.', '6.1 RDM\nAs it is today.'])
})

it('a third version of the rule at the time of the appeal is shown too', () => {
  show(OFFENCE, saying('As it is today.'), saying('As it was appealed.'))
  expect(titles()).toEqual(['When it was given', 'Today', 'When it was appealed', 'Today'])
  expect(screen.getByText(/As it was appealed/)).toBeTruthy()
  cleanup()
  show(OFFENCE, OFFENCE, saying('As it was appealed.'))
  expect(titles()).toEqual(['When it was appealed', 'Today'])
  expect(sides('Rules')).toEqual(['6.1 RDM\nAs it was appealed.', '6.1 RDM\nAs it was given.'])
})

it('the rule at the time of the appeal is shown if the action no longer exists', () => {
  show(OFFENCE, null, saying('As it was appealed.'))
  expect(titles()).toEqual(['When it was given', 'When it was appealed'])
})

it('a retired offence and a removed rule are marked', () => {
  show(OFFENCE, { ...OFFENCE, isRetired: true, rule: { href: HREF, passage: null } })
  expect(sides('Offences')[1]).toBe(
    'Random deathmatch: Killing without a reason. This offence is no longer in the catalogue.',
  )
  expect(sides('Rules')[1]).toBe(`There is no rule at ${HREF}.`)
})

it('a shortened rulebook says so and links to the full text', () => {
  const cut = (text: string): AppealedOffence => {
    return { ...OFFENCE, rule: { href: HREF, passage: { title: 'Roleplay', text, isCut: true } } }
  }
  show(cut('1.1 As it was given.'), cut('1.1 As it is today.'))
  expect(screen.getByRole('link', { name: 'Read all of it as it is today' }).getAttribute('href')).toBe(HREF)
  expect(sides('Rules')[1]).toBe('Roleplay\n1.1 As it is today.\n\nOnly the beginning of it is kept.')
})

it('a rule on another website is shown as a link', () => {
  const elsewhere = (href: string): AppealedOffence => ({ ...OFFENCE, rule: { href, passage: null } })
  show(elsewhere('https://rules.example/a'), elsewhere('https://rules.example/b'))
  expect(screen.getByRole('link', { name: 'Read the rule' }).getAttribute('href')).toBe('https://rules.example/a')
  expect(sides('Rules')).toEqual(['https://rules.example/a', 'https://rules.example/b'])
})

it('an action from before rules were stored says so beside the current rule', () => {
  show({ ...OFFENCE, rule: { href: HREF, passage: null } }, OFFENCE)
  expect(sides('Rules')).toEqual([`The rule at ${HREF} was not kept.`, '6.1 RDM\nAs it was given.'])
})

it('an offence without a rule does not say that its rule was not stored', () => {
  show({ ...OFFENCE, rule: null }, OFFENCE)
  expect(sides('Rules')).toEqual(['(empty)', '6.1 RDM\nAs it was given.'])
})

it('without a rule on either side none is shown', () => {
  show({ ...OFFENCE, rule: null })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})
