import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'

export const training: Feature = {
  name: 'training',
  title: 'Training queue',
  endpoints,
  personalData: {
    training_mentors: { ids: ['trainee_id', 'mentor_id'] },
  },
}
