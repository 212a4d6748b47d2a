import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { readYaml } from '#server/config/yaml.ts'
import { GameTypes, ReasonTemplate } from '../contract.ts'
import { GAME_TYPES, type GameKind } from '../game-rules.ts'
import type { ActionType } from '../rules.ts'

/** The reasons that the community gives often; without the file there are none. Throws `BadConfiguration`. */
export function readReasonTemplates(communityDir: string): ReasonTemplate[] {
  const file = join(communityDir, 'da-reasons.yaml')
  return existsSync(file) ? readYaml(file, z.array(ReasonTemplate)) : []
}

/** What is done in game is here; without the file as `GAME_TYPES` says. Throws `BadConfiguration`. */
export function readGameTypes(communityDir: string): Record<GameKind, ActionType> {
  const file = join(communityDir, 'in-game-actions.yaml')
  return existsSync(file) ? readYaml(file, GameTypes) : GAME_TYPES
}
