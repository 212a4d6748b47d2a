import type { Feature } from '#server/feature.ts'

/** So far it only reads files of other programs. */
export const movingIn: Feature = { name: 'moving-in', title: 'Moving in', endpoints: [] }
