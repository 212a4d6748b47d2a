import { QuestionsView } from '#features/assistant-questions/web/questions-view.tsx'

export const Page = () => <QuestionsView />
