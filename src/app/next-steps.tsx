import { useAuth } from '#features/auth/web/use-auth.ts'
import { useFindOwnAccount } from '#features/users/web/queries.ts'
import { isVerified } from '#features/verification/rules.ts'
import { useOwnVerification } from '#features/verification/web/use-own-verification.ts'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { type Task, TaskList } from '#ui/task-list.tsx'
import { useSiteContent } from '#web/site-context.tsx'

/** The next steps for a new member. A person with any right on this site is not new. */
export function NextSteps() {
  const auth = useAuth()
  const account = useFindOwnAccount().data?.item
  if (auth.status !== 'signed-in' || account === undefined || account.type !== '-') return null
  return <Steps isInGuild={account.isInGuild} />
}

function Steps({ isInGuild }: { isInGuild: boolean }) {
  return (
    <section aria-labelledby="next-steps" className="rounded-md border border-haze bg-dusk p-5">
      <h2 id="next-steps" className="text-lg">
        {t('Your next steps')}
      </h2>
      <div className="mt-3">
        <TaskList tasks={useSteps(isInGuild)} />
      </div>
    </section>
  )
}

/** The steps in their order. The site decides which of them there are. */
function useSteps(isInGuild: boolean): Task[] {
  const { site, off, isVerificationOff = false } = useSiteContent()
  const { discord, applications, connect } = site.links
  const hasVerification = !isVerificationOff && !off.includes('verify')
  const verification = useOwnVerification()
  return [
    {
      key: 'discord',
      label: t('Join our Discord'),
      text: t('Everything is announced there, and your roles come from there.'),
      isDone: isInGuild,
      action: discord !== undefined && (
        <ButtonLink to={discord} size="sm">
          {t('Join')}
        </ButtonLink>
      ),
    },
    ...(hasVerification && verification.data !== undefined
      ? [
          {
            key: 'verify',
            label: t('Verify what you do in real life'),
            text: t('Only if you serve or served: nobody else needs it.'),
            isDone: isVerified(verification.data.item?.status),
            action: (
              <ButtonLink to="/verify" size="sm">
                {t('Get verified')}
              </ButtonLink>
            ),
          },
        ]
      : []),
    {
      key: 'apply',
      label: t('Apply to a department'),
      text: t('See which departments take people, and what they ask.'),
      isDone: false,
      action: (
        <ButtonLink to={applications ?? '/#departments'} reloadDocument size="sm">
          {t('Apply')}
        </ButtonLink>
      ),
    },
    ...(connect === undefined
      ? []
      : [
          {
            key: 'play',
            label: t('Join the server'),
            text: t('The game runs on a PC.'),
            isDone: false,
            action: (
              <ButtonLink to={connect} size="sm">
                {t('Connect')}
              </ButtonLink>
            ),
          },
        ]),
  ]
}
