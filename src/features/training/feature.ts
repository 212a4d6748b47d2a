import { msg } from '#lib/messages.ts'
import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { changeMentor, endpoints } from './contract.ts'
import { inboxRules, inboxTitles } from './inbox-rules.ts'
import { type TrainingRoutesDeps, trainingRoutes } from './server/routes.ts'
import { createTrainingStore } from './server/store.ts'

export const training: Feature<TrainingRoutesDeps> = {
  name: 'training',
  title: 'Training queue',
  endpoints,
  queues: (deps) => [
    {
      name: 'training',
      access: changeMentor.access,
      part: 'training-queue',
      title: msg('Trainees without a mentor'),
      path: '/trial-mod-checklist',
      topics: ['training'],
      count: async () => (await createTrainingStore(deps).list()).filter(({ mentorId }) => mentorId === null).length,
    },
  ],
  setUp: trainingRoutes,
  audited: auditWords,
  inbox: { titles: inboxTitles, ...inboxRules },
  personalData: {
    training_mentors: { ids: ['trainee_id', 'mentor_id'] },
  },
}
