import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useRef } from 'react'
import { msg, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { announce, toast } from '#ui/live-region.tsx'
import { call, reasonOf } from '#web/call.ts'
import { giveThumb } from '../contract.ts'
import type { ConversationMessage } from '../rules.ts'
import { sentMessages } from './conversation.ts'
import { AskStaff, Share } from './hand-over.tsx'

interface AnswerActionsProps {
  /** The conversation up to and including the question. */
  before: readonly ConversationMessage[]
  answer: ConversationMessage
  onChange(answer: ConversationMessage): void
}

/** The actions below an answer: thumbs, share, and ask the staff. */
export function AnswerActions({ before, answer, onChange }: AnswerActionsProps) {
  const { kind, share } = answer
  const isFromRules = kind === 'answer' || kind === 'quotes'
  const hasFailed = kind === 'unanswered' || kind === 'failure' || kind === 'refused'
  if (!isFromRules && !hasFailed) return null
  return (
    // Screen readers announce the answer when it arrives, and these buttons only when the user reaches them.
    <div aria-live="off" className="mt-2 flex max-w-[min(92%,36rem)] flex-wrap items-center gap-1">
      {answer.token !== undefined && (
        <Thumbs before={before} answer={answer} token={answer.token} onChange={onChange} />
      )}
      {share !== undefined && <Share address={share} />}
      <AskStaff messages={[...before, answer]} isProminent={hasFailed} />
    </div>
  )
}

const THUMBS = [
  { thumb: 'up', label: msg('Helpful'), Icon: ThumbsUp, said: msg('Marked as helpful.') },
  { thumb: 'down', label: msg('Not helpful'), Icon: ThumbsDown, said: msg('Marked as not helpful.') },
] as const

/** The thumbs. A press shows at once; pressing the same thumb again withdraws it. */
function Thumbs({ before, answer, token, onChange }: AnswerActionsProps & { token: string }) {
  const isSaving = useRef(false)

  async function press(pressed: (typeof THUMBS)[number]): Promise<void> {
    if (isSaving.current) return
    isSaving.current = true
    const { thumb, citations = [] } = answer
    const next = thumb === pressed.thumb ? undefined : pressed.thumb
    onChange({ ...answer, thumb: next })
    try {
      const rules = citations.map(({ href }) => href)
      await call(giveThumb, { body: { token, chatMessages: sentMessages(before), thumb: next ?? null, rules } })
      announce(next === undefined ? t('Taken back.') : t(pressed.said))
    } catch (error) {
      onChange({ ...answer, thumb })
      toast(`${t('Your thumb could not be saved.')} ${reasonOf(error) ?? ''}`.trim(), 'danger')
    }
    isSaving.current = false
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser can lay out a fieldset as a flex row
    <div role="group" aria-label={t('Did this help?')} className="flex gap-1">
      {THUMBS.map((each) => (
        <Button
          key={each.thumb}
          size="sm"
          look="ghost"
          title={t(each.label)}
          aria-label={t(each.label)}
          aria-pressed={answer.thumb === each.thumb}
          onClick={() => void press(each)}
          className={answer.thumb === each.thumb ? 'bg-lagoon/15 text-lagoon!' : ''}
        >
          <each.Icon aria-hidden="true" />
        </Button>
      ))}
    </div>
  )
}
