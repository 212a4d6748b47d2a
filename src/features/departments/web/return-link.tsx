import ArrowLeft from 'lucide-react/icons/arrow-left'
import { t } from '#lib/messages.ts'
import { Link } from '#web/router.tsx'

/**
 * A link to the home page that is always visible. On a wide screen it is a tab on the left edge, where there is no
 * text. On a narrow screen only the arrow is shown.
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
