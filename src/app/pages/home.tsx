import ArrowRight from 'lucide-react/icons/arrow-right'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import Radio from 'lucide-react/icons/radio'
import Scale from 'lucide-react/icons/scale'
import { AssistantSection } from '#features/assistant/web/assistant-section.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useSite } from '#web/site-context.tsx'
import { Coast } from '../shell/coast.tsx'

/** The front door: who this is, and how to get in. */
export function HomePage() {
  const site = useSite()
  return (
    <>
      <div className="relative isolate -mt-(--header-height) overflow-hidden">
        <Coast className="absolute inset-x-0 bottom-0 -z-10" />
        <section className="mx-auto flex min-h-[92svh] max-w-[90rem] flex-col justify-center px-6 pt-(--header-height) pb-40 lg:px-10">
          <p className="eyebrow text-amber">{site.shortName}</p>
          <h1 className="mt-4 max-w-[14ch] font-extrabold font-sign text-5xl leading-[1.02] tracking-tight sm:text-7xl lg:text-8xl">
            {site.name}
          </h1>
          <p className="mt-6 max-w-[52ch] text-lg text-paper-dim sm:text-xl">{site.tagline}</p>
          <div className="mt-10 flex flex-wrap gap-3">
            <ButtonLink to={site.links.connect} look="primary" size="lg">
              <Gamepad2 aria-hidden="true" />
              Join
            </ButtonLink>
            <ButtonLink to={site.links.discord} size="lg">
              Discord
            </ButtonLink>
            <ButtonLink to={site.links.applications} look="ghost" size="lg">
              Applications
              <ArrowRight aria-hidden="true" />
            </ButtonLink>
          </div>
          <div className="mt-8 flex flex-wrap gap-x-8 gap-y-3">
            <ButtonLink to="/ten-codes" look="ghost">
              <Radio aria-hidden="true" />
              10-Codes
            </ButtonLink>
            <ButtonLink to="/penal-codes" look="ghost">
              <Scale aria-hidden="true" />
              Penal Codes
            </ButtonLink>
          </div>
        </section>
      </div>
      <div id="assistant">
        <AssistantSection />
      </div>
    </>
  )
}
