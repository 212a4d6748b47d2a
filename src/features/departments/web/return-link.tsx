import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'

/** The way back to the home page, always in reach. On a narrow screen only its arrow is seen. */
export function ReturnLink() {
  return (
    <Link
      to="/"
      className="fixed bottom-5 left-4 z-30 flex h-12 min-w-12 items-center justify-center gap-2.5 rounded-full border border-accent/45 bg-night/90 font-bold font-sign text-[0.9375rem] text-paper shadow-lift transition-colors hover:border-accent hover:text-accent sm:left-6 sm:px-5"
    >
      <ArrowLeft aria-hidden="true" className="size-5 shrink-0" />
      <span className="max-sm:sr-only">Return to Main Site</span>
    </Link>
  )
}
