import { join } from 'node:path'
import { readDiscipline } from '#features/discipline/server/gateway.ts'
import { root } from '#server/paths.ts'

/** The action types of the shipped community. */
export const { actionTypes: ACTION_TYPES, playerTypes: PLAYER_TYPES } = readDiscipline(join(root, 'community'))
