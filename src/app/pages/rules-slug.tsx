import { useParams } from 'react-router'
import { RulebookView } from '#features/assistant/web/rulebook-view.tsx'

export function RulebookPage() {
  const { slug = '' } = useParams()
  return <RulebookView slug={slug} />
}
