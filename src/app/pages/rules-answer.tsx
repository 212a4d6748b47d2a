import { SharedAnswer } from '#features/assistant/web/shared-answer.tsx'

export const Page = () => <SharedAnswer />
