import { msg } from '#lib/messages.ts'
import type { Feature } from '#server/feature.ts'
import { auditWords } from './audit-rules.ts'
import { changeQuestions, endpoints } from './contract.ts'
import { countOpenQuestions } from './server/question-store.ts'
import { type AssistantQuestionsRoutesDeps, assistantQuestionsRoutes } from './server/routes.ts'
import { seedQuestions } from './server/seed.ts'

export const assistantQuestions: Feature<AssistantQuestionsRoutesDeps> = {
  name: 'assistant-questions',
  title: 'Questions to the assistant',
  endpoints,
  queues: ({ database }) => [
    {
      name: 'assistant-questions',
      access: changeQuestions.access,
      title: msg('Questions that no rule answered'),
      path: '/assistant',
      topics: ['missed-questions'],
      count: () => countOpenQuestions(database.db),
      isQuiet: true,
    },
  ],
  setUp: assistantQuestionsRoutes,
  seed: seedQuestions,
  audited: auditWords,
  personalData: {
    // Nothing records who asked, but the typed text may still name a person.
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
