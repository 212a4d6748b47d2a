import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { findUnreadableColours } from '#lib/colour.ts'
import { BadConfiguration } from '#server/config/environment.ts'
import { readGrounds } from '#server/config/look.ts'
import { createReading } from '#server/config/reading.ts'
import { ownOrDefaultPath, readYaml } from '#server/config/yaml.ts'
import { DisciplineContent, ReasonTemplate } from '../contract.ts'
import { GAME_TYPES, type GameKind } from '../game-rules.ts'
import type { PointsRule } from '../points-rules.ts'
import type { ActionKeeping } from '../retention-rules.ts'
import type { Threshold } from '../threshold-rules.ts'
import { namesOf } from '../type-rules.ts'

/**
 * The settings of disciplinary actions from the community's files: types, frequent reasons, and the types of actions in
 * game.
 */
export interface Discipline {
  actionTypes: DisciplineContent['types']
  playerTypes: DisciplineContent['players']
  pointsRule: PointsRule
  thresholds: readonly Threshold[]
  actionKeeping: ActionKeeping
  reasonTemplates: ReasonTemplate[]
  /** The type of each kind of action in game. */
  gameTypes: Record<GameKind, string>
}

/**
 * Reads the three files, each of which may be missing. The last two are read once the types are valid. `statuses` are
 * the statuses of the rosters, when they are known. Throws `BadConfiguration`.
 */
export function readDiscipline(communityDir: string, statuses?: readonly string[]): Discipline {
  const { surfaces } = readGrounds(communityDir)
  const readable = DisciplineContent.check(({ value, issues }) => {
    const colours = (['types', 'players'] as const).flatMap((family) =>
      value[family].map(({ colour }, index) => ({ path: [family, index, 'colour'], colour })),
    )
    for (const problem of findUnreadableColours(colours, surfaces))
      issues.push({ code: 'custom', input: value, ...problem })
  })
  const file = ownOrDefaultPath(communityDir, 'discipline.yaml')
  const isOwn = file === join(communityDir, 'discipline.yaml')
  const isStatus = (name: string) => statuses === undefined || statuses.includes(name)
  const withStatuses = readable.check(({ value, issues }) => {
    for (const [index, { while: effect }] of isOwn ? value.types.entries() : []) {
      if (effect?.rosterStatus === undefined || isStatus(effect.rosterStatus)) continue
      const message = `a status of rosters.yaml, one of: ${statuses?.join(', ')}`
      issues.push({ code: 'custom', input: value, path: ['types', index, 'while', 'rosterStatus'], message })
    }
  })
  const { types: read, players, points, thresholds, keep } = readYaml(file, withStatuses)
  // The shipped file may name a status that a community with its own rosters does not have.
  const types = read.map((type) => {
    const { rosterStatus = '', ...others } = type.while ?? {}
    return type.while === undefined || isStatus(rosterStatus) ? type : { ...type, while: others }
  })
  const names = namesOf(types)
  const reading = createReading()
  const reasonTemplates = reading.now(() => readReasonTemplates(communityDir, names))
  const gameTypes = reading.now(() => readGameTypes(communityDir, namesOf(players)))
  reading.end()
  const { note, ...punishments } = gameTypes()
  const isOnlyNote = (name: string) => name === note && !Object.values(punishments).includes(name)
  return {
    actionTypes: types,
    // A note about a player is between staff, unless the file says otherwise. Older files do not have this setting.
    playerTypes: players.map((type) => (isOnlyNote(type.name) ? { isBetweenStaff: true, ...type } : type)),
    pointsRule: points,
    thresholds,
    actionKeeping: { staff: keep.staff ?? null, players: keep.players ?? null },
    reasonTemplates: reasonTemplates(),
    gameTypes: gameTypes(),
  }
}

/** The community's frequent reasons. There are none without the file. */
function readReasonTemplates(communityDir: string, names: readonly string[]): ReasonTemplate[] {
  const file = join(communityDir, 'da-reasons.yaml')
  return existsSync(file) ? readYaml(file, z.array(z.extend(ReasonTemplate, { type: z.enum(names) }))) : []
}

/**
 * The type of each kind of action in game. A kind that is left out has the type of `GAME_TYPES`, if that type exists.
 */
function readGameTypes(communityDir: string, names: readonly string[]): Record<GameKind, string> {
  const Type = z.enum(names)
  const GameTypes = z.strictObject({
    warn: z.prefault(Type, GAME_TYPES.warn),
    kick: z.prefault(Type, GAME_TYPES.kick),
    ban: z.prefault(Type, GAME_TYPES.ban),
    permanent_ban: z.prefault(Type, GAME_TYPES.permanent_ban),
    note: z.prefault(Type, GAME_TYPES.note),
  })
  const file = join(communityDir, 'in-game-actions.yaml')
  if (existsSync(file)) return readYaml(file, GameTypes)
  const usual = GameTypes.safeParse({})
  if (usual.success) return usual.data
  const kinds = Object.keys(GAME_TYPES).join(', ')
  throw new BadConfiguration([
    `${file} is missing: it must say for ${kinds} which type that is, one of ${names.join(', ')}`,
  ])
}
