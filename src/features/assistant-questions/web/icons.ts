import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark'
import type { IconsByName } from '#lib/page.ts'

export const icons = { 'message-circle-question-mark': MessageCircleQuestionMark } satisfies IconsByName

declare module '#lib/page.ts' {
  interface PageIcons extends Readonly<Record<keyof typeof icons, true>> {}
}
