import ArrowRight from 'lucide-react/icons/arrow-right'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#web/router.tsx'
import type { Department, Post } from '../contract.ts'
import { Nameplate } from './nameplate.tsx'

/** The executive command with quotes, and the department leadership below. Open posts link to the application. */
export function CommandStaff({ department }: { department: Department }) {
  const { executiveCommand, leadership, application } = department
  return (
    <section aria-labelledby="command-staff" className="mx-auto max-w-[90rem] px-6 pt-20 lg:px-10 lg:pt-28">
      <h2 id="command-staff" className="font-extrabold text-4xl tracking-tight sm:text-6xl">
        {t('COMMAND STAFF')}
      </h2>

      <h3 className="mt-12 flex items-center gap-4 text-accent text-xl after:h-px after:flex-1 after:bg-accent/30">
        {t('Executive Command')}
      </h3>
      <ul className="mt-6 grid gap-5 lg:grid-cols-2">
        {executiveCommand.map((post) => (
          <li key={`${post.rank} ${post.callsign}`} className="grid">
            {post.name === null ? (
              <OpenCommand post={post} application={application} />
            ) : (
              <Commander post={post} name={post.name} />
            )}
          </li>
        ))}
      </ul>

      <h3 className="mt-16 flex items-center gap-4 text-accent text-xl after:h-px after:flex-1 after:bg-accent/30">
        {t('Department Leadership')}
      </h3>
      <ul
        className={`mt-6 grid gap-4 sm:grid-cols-2 ${leadership.length % 3 === 0 ? 'lg:grid-cols-3' : 'lg:grid-cols-3 xl:grid-cols-5'}`}
      >
        {leadership.map((post) => (
          <li
            key={`${post.rank} ${post.unit} ${post.callsign}`}
            className={`flex flex-col rounded-lg border p-5 ${
              post.name === null ? 'border-accent/50 border-dashed' : 'border-haze bg-dusk'
            }`}
          >
            <div className="flex gap-4">
              <span className="flex h-14 w-14 shrink-0 items-center justify-center">
                {post.insignia && (
                  <img src={post.insignia} alt="" width="96" height="96" loading="lazy" className="max-h-full w-auto" />
                )}
              </span>
              <div>
                <h4 className="text-lg">{post.rank}</h4>
                {post.unit && <p className="mt-0.5 text-paper-dim">{post.unit}</p>}
                {post.callsign && <p className="mt-0.5 text-paper-faint text-sm tabular-nums">{post.callsign}</p>}
              </div>
            </div>
            <div className="mt-auto pt-5">
              {post.name === null ? (
                <>
                  <p className="eyebrow mb-2 text-paper-dim">{t('Vacant')}</p>
                  <Link
                    to={application}
                    className="flex min-h-9 items-center justify-between gap-2 rounded-sm border border-accent/60 border-dashed px-3 font-bold font-sign text-accent text-sm hover:bg-accent/10"
                  >
                    {t('Open post: apply')}
                    <ArrowRight aria-hidden="true" className="size-4" />
                  </Link>
                </>
              ) : (
                <Nameplate name={post.name} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Commander({ post, name }: { post: Post; name: string }) {
  return (
    <article className="relative flex flex-col overflow-hidden rounded-lg border border-accent/25 bg-[linear-gradient(155deg,color-mix(in_srgb,var(--accent-deep)_85%,var(--color-haze)),var(--color-dusk)_70%)] p-6 shadow-lift sm:p-9">
      <CommandHead post={post} />
      {post.quote && (
        <blockquote className="mt-7 font-sign font-semibold text-[1.375rem] text-paper leading-snug sm:text-[1.625rem]">
          <p>{t('“{quote}”', { quote: post.quote })}</p>
        </blockquote>
      )}
      <h4 className="mt-auto pt-9 sm:max-w-sm">
        <Nameplate name={name} size="lg" />
      </h4>
    </article>
  )
}

function OpenCommand({ post, application }: { post: Post; application: string }) {
  return (
    <article className="flex flex-col rounded-lg border-2 border-accent/45 border-dashed p-6 sm:p-9">
      <CommandHead post={post} />
      <p className="eyebrow mt-7 text-paper-dim">{t('Vacant')}</p>
      <h4 className="mt-1.5 text-[1.375rem] text-accent sm:text-[1.625rem]">{t('This post is open')}</h4>
      {post.quote && <p className="mt-2 max-w-[48ch] text-lg text-paper-dim">{post.quote}</p>}
      <div className="mt-auto flex flex-wrap items-center gap-4 pt-9">
        <ButtonLink to={application} size="lg">
          {t('Apply for this post')}
          <ArrowRight aria-hidden="true" />
        </ButtonLink>
      </div>
    </article>
  )
}

function CommandHead({ post }: { post: Post }) {
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <p className="font-extrabold font-sign text-accent text-lg">{post.rank}</p>
        {post.callsign && <p className="text-paper-dim text-sm tabular-nums">{post.callsign}</p>}
      </div>
      {post.insignia && (
        <img src={post.insignia} alt="" width="96" height="96" loading="lazy" className="-my-2 h-16 w-auto sm:h-20" />
      )}
    </div>
  )
}
