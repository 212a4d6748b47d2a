import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useSite } from '#web/site-context.tsx'
import type { Department } from '../contract.ts'

/** The divisions of a department, each beside a licence plate of its cars. */
export function Divisions({ department }: { department: Department }) {
  const { divisions, subdivisions = [], chat, shortName } = department
  return (
    <section aria-labelledby="divisions" className="mx-auto max-w-[90rem] px-6 py-20 lg:px-10 lg:py-28">
      <div className="grid items-end gap-6 lg:grid-cols-[1fr_auto]">
        <h2 id="divisions" className="font-extrabold text-4xl tracking-tight sm:text-6xl">
          {divisions.heading}
        </h2>
        <p className="max-w-[44ch] text-paper-dim lg:text-right">{divisions.note}</p>
      </div>
      <ul className="mt-10 grid gap-x-14 lg:mt-14 lg:grid-cols-2">
        {divisions.items.map(({ name, plate, heads, description }) => (
          <li key={name} className="grid gap-x-8 gap-y-5 border-haze border-t py-9 sm:grid-cols-[11rem_1fr]">
            <CarPlate letters={plate} department={shortName} />
            <div>
              <h3 className="text-2xl">{name}</h3>
              <p className="mt-2 text-paper-dim leading-relaxed">{description}</p>
              {heads.length > 0 && (
                <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
                  {heads.map((head) => (
                    <div key={head.name}>
                      <dt className="text-paper-faint text-sm">{head.title}</dt>
                      <dd className="font-bold font-sign text-accent">{head.name}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </div>
          </li>
        ))}
      </ul>
      {subdivisions.length > 0 && (
        <>
          <h3 className="mt-8 flex items-center gap-4 text-accent text-xl after:h-px after:flex-1 after:bg-accent/30">
            {t('Subdivisions')}
          </h3>
          <dl className="mt-5 grid gap-x-14 gap-y-5 lg:grid-cols-2">
            {subdivisions.map(({ name, description }) => (
              <div key={name} className="grid gap-x-8 gap-y-1 sm:grid-cols-[11rem_1fr]">
                <dt className="font-bold font-sign text-lg">{name}</dt>
                <dd className="text-paper-dim">{description}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <div className="mt-12 flex justify-center">
        <ButtonLink to={chat} size="lg">
          {t('Join the {department} Discord', { department: shortName })}
        </ButtonLink>
      </div>
    </section>
  )
}

function CarPlate({ letters, department }: { letters: string; department: string }) {
  const community = useSite().shortName
  return (
    <div
      aria-hidden="true"
      className="keeps-colour flex h-22 w-44 select-none flex-col items-center justify-between rounded-md border-2 border-(--accent-deep) bg-[linear-gradient(#f6f2ea_35%,color-mix(in_srgb,var(--accent)_62%,#f6f2ea))] px-3 py-1.5 font-sign text-(--accent-deep) shadow-[0_0_0_2px_#f6f2ea,0_14px_30px_rgb(2_4_14/0.6)]"
    >
      <span className="font-bold text-[0.625rem] uppercase leading-none tracking-[0.14em]">{community}</span>
      <span className="font-extrabold text-[2.75rem] leading-[0.9] tracking-wide">{letters}</span>
      <span className="font-bold text-[0.625rem] leading-none tracking-[0.2em]">{department}</span>
    </div>
  )
}
