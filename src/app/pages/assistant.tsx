import { QuestionsView } from '#features/assistant-questions/web/questions-view.tsx'

export function Page() {
  return <QuestionsView />
}
