import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type AssistantQuestionsRoutesDeps, assistantQuestionsRoutes } from './server/routes.ts'
import { seedQuestions } from './server/seed.ts'

export const assistantQuestions: Feature<AssistantQuestionsRoutesDeps> = {
  name: 'assistant-questions',
  title: 'Questions to the assistant',
  endpoints,
  setUp: assistantQuestionsRoutes,
  seed: seedQuestions,
  audited: ['addPhrase', 'dismissQuestions', 'fillQuestions', 'removePhrase', 'reopenQuestions'],
  personalData: {
    // Nothing says who asked. What they typed may name somebody all the same.
    assistant_questions: { texts: ['question', 'words'], others: ['reason', 'rules', 'answer', 'state'] },
    assistant_phrases: {
      ids: ['added_by_id'],
      names: { added_by_name: 'added_by_id' },
      texts: ['phrase'],
      labels: ['words'],
      others: ['href'],
    },
  },
}
