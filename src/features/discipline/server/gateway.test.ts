import { expect, it } from 'vitest'
import { root } from '#server/paths.ts'
import { problemsOf, useCommunityCopy } from '#test/community-copy.ts'
import { readDiscipline } from './gateway.ts'

const copy = useCommunityCopy()
const problems = () => problemsOf(() => readDiscipline(copy().dir), copy().dir)

it('the types and reasons of the community are read, and reasons are optional', () => {
  const { actionTypes, reasonTemplates } = readDiscipline(copy().dir)
  expect(actionTypes.map(({ name }) => name)).toEqual([
    'Verbal Warning',
    'Written Warning',
    'Strike',
    'Suspension',
    'Demotion',
    'Removal',
    'Note',
  ])
  expect(reasonTemplates.map(({ label }) => label)).toContain('Missed shift')
  copy().remove('da-reasons.yaml')
  expect(readDiscipline(copy().dir).reasonTemplates).toEqual([])
})

it('a community without discipline.yaml has the shipped types', () => {
  copy().remove('discipline.yaml')
  expect(readDiscipline(copy().dir)).toEqual(readDiscipline(`${root}/community`))
})

it('a community without types for players has the four default types', () => {
  copy().write('discipline.yaml', 'types: [{ name: Ermahnung, colour: info }]')
  copy().remove('da-reasons.yaml')
  expect(readDiscipline(copy().dir).playerTypes.map(({ name }) => name)).toEqual(['Note', 'Warning', 'Kick', 'Ban'])
})

it('actions are kept for ever, or for the number of days of each family, at least 90', () => {
  expect(readDiscipline(copy().dir).actionKeeping).toEqual({ staff: null, players: null })
  const players = /^players:/m
  copy().edit('discipline.yaml', players, 'keep: { players: 90 }\nplayers:')
  expect(readDiscipline(copy().dir).actionKeeping).toEqual({ staff: null, players: 90 })
  copy().edit('discipline.yaml', 'keep: { players: 90 }', 'keep: { staff: 89 }')
  expect(problems()).toEqual([expect.stringContaining('at least 90 days')])
})

it('a note on a player is internal, even if the file does not say so', () => {
  const file = (note: string) => `types: [{ name: Ermahnung, colour: info }]
players:
  - { name: Note, colour: plain${note} }
  - { name: Warning, colour: info }
  - { name: Kick, colour: amber }
  - { name: Ban, colour: danger }
`
  copy().remove('da-reasons.yaml')
  const between = () => readDiscipline(copy().dir).playerTypes.filter(({ isBetweenStaff }) => isBetweenStaff)
  copy().write('discipline.yaml', file(''))
  expect(between().map(({ name }) => name)).toEqual(['Note'])
  copy().write('discipline.yaml', file(', isBetweenStaff: false'))
  expect(between()).toEqual([])
})

it('a community with other types for players assigns the types of the game', () => {
  copy().write(
    'discipline.yaml',
    'types: [{ name: Verweis, colour: info }]\nplayers: [{ name: Ermahnung, colour: info }, { name: Ausschluss, colour: danger }]',
  )
  copy().remove('da-reasons.yaml')
  expect(problems()).toEqual(
    ['warn', 'kick', 'ban', 'permanent_ban', 'note'].map((kind) =>
      expect.stringMatching(
        new RegExp(`^in-game-actions\\.yaml:\\d+: ${kind}: expected one of: Ermahnung, Ausschluss$`),
      ),
    ),
  )
  copy().write('in-game-actions.yaml', 'warn: Ermahnung\nkick: Ermahnung\nban: Ausschluss\nnote: Ermahnung\n')
  expect(problems()).toEqual([
    'in-game-actions.yaml:1: permanent_ban: this is missing: expected one of: Ermahnung, Ausschluss',
  ])
  copy().remove('in-game-actions.yaml')
  expect(problems()).toEqual([
    'in-game-actions.yaml is missing: it must say for warn, kick, ban, permanent_ban, note which type that is, one of Ermahnung, Ausschluss',
  ])
})

it('a colour must be readable on the background in look.yaml', () => {
  copy().edit('discipline.yaml', 'colour: warn', 'colour: "#6b4e00"')
  expect(problems()).toEqual([
    expect.stringMatching(/#6b4e00 on haze \(#[0-9a-f]{6}\) has a contrast of 1\.7, and words need 4\.5$/),
  ])
  copy().write('look.yaml', LIGHT)
  expect(problems()).toEqual([])
})

const LIGHT = `colours:
  night: "#ffffff"
  dusk: "#f4f6fa"
  haze: "#e2e6ee"
  paper: "#0c1020"
  paper-dim: "#1f2740"
  paper-faint: "#3f4860"
  sunset: "#7a2410"
  amber: "#5c3b00"
  lagoon: "#084a43"
  ok: "#0c4a27"
  warn: "#5a4100"
  danger: "#7d1226"
  info: "#12336e"
  sky-high: "#cfe0ff"
  sky-low: "#ffe3d0"
`

it('an unknown roster status of a type is reported, and omitted in the shipped file', () => {
  const read = (...statuses: string[]) => readDiscipline(copy().dir, statuses)
  const effectOf = (statuses: string[]) =>
    read(...statuses).actionTypes.find(({ name }) => name === 'Suspension')?.while
  expect(effectOf(['Active', 'Suspended'])).toEqual({ rosterStatus: 'Suspended', blocksPromotion: true })
  expect(problemsOf(() => read('Active', 'Away'), copy().dir)).toEqual([
    expect.stringMatching(/^discipline\.yaml:\d+.*rosterStatus.*a status of rosters\.yaml, one of: Active, Away/),
  ])
  copy().remove('discipline.yaml')
  expect(effectOf(['Active', 'Away'])).toEqual({ blocksPromotion: true })
})
