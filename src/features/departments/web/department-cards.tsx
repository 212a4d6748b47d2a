import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { t } from '#lib/messages.ts'
import { LazyImage } from '#ui/lazy-image.tsx'
import { Link } from '#web/router.tsx'
import type { DepartmentCard, DepartmentList } from '../contract.ts'
import { Asks, Recruiting } from './entry-terms.tsx'

/** The departments on the home page: those with a page here, then those with a page elsewhere. */
export function DepartmentCards({ departments: { intro, data } }: { departments: DepartmentList }) {
  const here = data.filter(({ href }) => href.startsWith('/'))
  const elsewhere = data.filter(({ href }) => !href.startsWith('/'))
  return (
    <section aria-labelledby="departments" className="mx-auto max-w-[90rem] px-6 py-20 lg:px-10 lg:py-28">
      <h2 id="departments" className="font-extrabold text-4xl tracking-tight sm:text-6xl">
        {t('Our Departments')}
      </h2>
      <p className="mt-4 max-w-[64ch] text-lg text-paper-dim">{intro}</p>
      <ul className={`mt-10 grid gap-4 lg:mt-14 ${here.length % 3 === 0 ? 'lg:grid-cols-3' : 'lg:grid-cols-2'}`}>
        {here.map((department) => (
          <li key={department.href} className="grid">
            <Panel department={department} />
          </li>
        ))}
      </ul>
      <ul className="mt-4 grid gap-4 lg:grid-cols-2">
        {elsewhere.map((department) => (
          <li key={department.href} className="grid">
            <Strip department={department} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Panel({ department }: { department: DepartmentCard }) {
  const { title, motto, summary, badge, href, openPosts, shortName } = department
  return (
    <Link
      to={href}
      className="group relative isolate flex min-h-72 flex-col overflow-hidden rounded-lg p-6 lg:min-h-136 lg:p-8"
    >
      <Field department={department} />
      <LazyImage
        src={badge}
        alt=""
        width="96"
        height="96"
        className="size-28 drop-shadow-[0_22px_34px_rgb(2_4_14/0.65)] transition-transform duration-400 ease-settle group-hover:-translate-y-1.5 group-hover:scale-[1.03] sm:size-36 lg:mx-auto lg:mt-4 lg:size-60"
      />
      <div className="relative flex flex-1 flex-col items-start pt-6 lg:pt-9">
        <h3 className="max-w-[16ch] font-extrabold text-[1.75rem] sm:text-3xl">{title}</h3>
        <p className="mt-2 font-bold font-sign text-paper">{motto}</p>
        <p className="mt-2 max-w-[44ch] text-paper-dim">{summary}</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Recruiting department={department} />
          {openPosts.length > 0 && (
            <p className="rounded-sm bg-amber px-2.5 py-1 font-bold font-sign text-night text-sm">
              {t('Open post: {posts}', { posts: openPosts.join(', ') })}
            </p>
          )}
        </div>
        <Asks department={department} />
        <p className="mt-auto inline-flex items-center pt-6 gap-2 font-bold font-sign text-paper">
          {t('Meet the {department}', { department: shortName })}
          <ArrowRight
            aria-hidden="true"
            className="size-5 transition-transform duration-200 group-hover:translate-x-1"
          />
        </p>
      </div>
    </Link>
  )
}

function Strip({ department }: { department: DepartmentCard }) {
  const { title, motto, summary, badge, href } = department
  return (
    <Link
      to={href}
      className="group relative isolate flex items-center gap-4 overflow-hidden rounded-lg p-4 sm:gap-7 sm:p-5 lg:px-8"
    >
      <Field department={department} />
      <LazyImage
        src={badge}
        alt=""
        width="96"
        height="96"
        className="size-16 shrink-0 drop-shadow-[0_14px_22px_rgb(2_4_14/0.6)] transition-transform duration-400 ease-settle group-hover:-translate-y-1 sm:size-28"
      />
      <div className="relative min-w-0 flex-1">
        <h3 className="text-xl sm:text-2xl">{title}</h3>
        <p className="mt-1 font-bold font-sign">{motto}</p>
        <p className="mt-1 text-paper-dim">{summary}</p>
        <div className="mt-2 flex">
          <Recruiting department={department} />
        </div>
        <Asks department={department} />
      </div>
      <ArrowUpRight
        aria-hidden="true"
        className="size-6 shrink-0 self-start transition-transform duration-200 group-hover:translate-x-0.5 group-hover:-translate-y-0.5"
      />
    </Link>
  )
}

/** The background of a card in the department's two colours, with a glow behind the badge and slanted stripes. */
function Field({ department: { shortName, accents } }: { department: DepartmentCard }) {
  const id = `field-${shortName}`
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 400 560"
        preserveAspectRatio="xMidYMin slice"
        className="keeps-colour -z-10 absolute inset-0 size-full bg-dusk"
      >
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2=".3" y2="1">
            <stop stopColor={accents.deep} />
            <stop offset="1" stopColor="#111832" />
          </linearGradient>
          <radialGradient id={`${id}-glow`} cx="200" cy="150" r="230" gradientUnits="userSpaceOnUse">
            <stop stopColor={accents.main} stopOpacity=".500" />
            <stop offset="1" stopColor={accents.main} stopOpacity="0" />
          </radialGradient>
        </defs>
        <path d="M0 0h400v560H0Z" fill={`url(#${id})`} />
        <g fill={accents.main} opacity=".130">
          <path d="M250 0h70L120 560H50ZM345 0h24L169 560h-24Z" />
        </g>
        <path d="M0 0h400v560H0Z" fill={`url(#${id}-glow)`} />
      </svg>
      <svg aria-hidden="true" className="keeps-colour absolute inset-x-0 top-0 h-1.5 w-full">
        <rect width="100%" height="6" fill={accents.main} />
      </svg>
    </>
  )
}
