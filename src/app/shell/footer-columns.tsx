import { t } from '#lib/messages.ts'
import type { NavColumn, NavLink } from '#lib/navigation.ts'
import { Drawing } from '#ui/drawing.tsx'
import { Link } from '#web/router.tsx'

/** The columns of links in both footers. */
export function FooterColumns({ columns }: { columns: readonly NavColumn[] }) {
  return (
    <nav aria-label={t('Footer')} className="grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-3">
      {columns.map((column) => (
        <div key={column.label}>
          <h2 className="eyebrow text-amber">{column.label}</h2>
          <ul className="mt-3">
            {column.links.map((link) => (
              <FooterLink key={link.label} {...link} />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

export function FooterLink({ label, href, icon }: NavLink) {
  return (
    <li>
      <Link
        to={href}
        className="touch-target inline-flex min-h-8 items-center gap-2 rounded-sm text-paper-dim underline-offset-4 hover:text-paper hover:underline"
      >
        {icon && <Drawing shapes={icon} />}
        {label}
      </Link>
    </li>
  )
}
