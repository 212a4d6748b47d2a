import ChevronFirst from 'lucide-react/icons/chevron-first'
import ChevronLast from 'lucide-react/icons/chevron-last'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { formatNumber, t } from '#lib/messages.ts'
import { Button } from './button.tsx'

interface PaginationProps {
  page: number
  pages: number
  onGo(page: number): void
}

/** First, Prev, 'Page X of Y', Next, last. On a phone the text is above the buttons, because one line is too short. */
export function Pagination({ page, pages, onGo }: PaginationProps) {
  const isFirst = page <= 1
  const isLast = page >= pages
  return (
    <nav aria-label={t('Pages')} className="flex flex-wrap items-center justify-center gap-1.5 sm:gap-2">
      <Button size="sm" aria-label={t('First page')} className="px-2" disabled={isFirst} onClick={() => onGo(1)}>
        <ChevronFirst aria-hidden="true" />
      </Button>
      <Button size="sm" disabled={isFirst} onClick={() => onGo(page - 1)}>
        <ChevronLeft aria-hidden="true" />
        {t('Prev')}
      </Button>
      <p className="px-2 text-paper-dim text-sm tabular-nums max-sm:order-first max-sm:w-full max-sm:text-center">
        {t('Page {page} of {pages}', { page: formatNumber(page), pages: formatNumber(pages) })}
      </p>
      <Button size="sm" disabled={isLast} onClick={() => onGo(page + 1)}>
        {t('Next')}
        <ChevronRight aria-hidden="true" />
      </Button>
      <Button size="sm" aria-label={t('Last page')} className="px-2" disabled={isLast} onClick={() => onGo(pages)}>
        <ChevronLast aria-hidden="true" />
      </Button>
    </nav>
  )
}
