import type { Audit } from '#features/audit/server/store.ts'
import type { Database } from '#server/database/database.ts'
import type { Serve } from '#server/http/serve.ts'
import { changeMentor, changeMentors, exportTrainingQueue, listTrainingQueue } from '../contract.ts'
import { createTrainingStore, type TrainingPeople } from './store.ts'

export interface TrainingRoutesDeps extends TrainingPeople {
  serve: Serve
  database: Database
  audit: Audit
}

/** Registers the calls of the queue. Features that change trainees or staff must announce `training` too. */
export function trainingRoutes(deps: TrainingRoutesDeps): void {
  const { serve } = deps
  const store = createTrainingStore(deps)
  serve.snapshot(listTrainingQueue, ['training'], async () => ({ data: await store.list() }))
  serve.export(exportTrainingQueue)
  serve.call(changeMentor)(async (call) => ({
    ok: true,
    item: await store.changeMentor(call, call.params.traineeId, call.body),
  }))
  serve.call(changeMentors)(async (call) => ({ ok: true, data: await store.changeMentors(call, call.body.trainees) }))
}
