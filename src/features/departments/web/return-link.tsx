import ArrowLeft from 'lucide-react/icons/arrow-left'
import { t } from '#lib/messages.ts'
import { Link } from '#web/router.tsx'

/**
 * The way back to the home page, always in reach: on a wide screen a tab on its left edge, where no words stand; on a
 * narrow one only the arrow is seen.
 */
export function ReturnLink() {
  return (
    <Link
      to="/"
      className="fixed right-4 bottom-5 z-30 flex size-12 items-center justify-center gap-3 rounded-full border border-accent/45 bg-night font-bold font-sign text-paper text-sm shadow-lift transition-colors hover:border-accent hover:text-accent lg:top-1/2 lg:right-auto lg:bottom-auto lg:left-0 lg:h-auto lg:w-8 lg:-translate-y-1/2 lg:flex-col-reverse lg:rounded-l-none lg:rounded-r-md lg:border-l-0 lg:py-4"
    >
      <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
      <span className="max-lg:sr-only lg:rotate-180 lg:[writing-mode:vertical-rl]">{t('Return to Main Site')}</span>
    </Link>
  )
}
