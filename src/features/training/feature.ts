import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type TrainingRoutesDeps, trainingRoutes } from './server/routes.ts'

export const training: Feature<TrainingRoutesDeps> = {
  name: 'training',
  title: 'Training queue',
  endpoints,
  setUp: trainingRoutes,
  audited: ['changeMentor'],
  personalData: {
    training_mentors: { ids: ['trainee_id', 'mentor_id'] },
  },
}
