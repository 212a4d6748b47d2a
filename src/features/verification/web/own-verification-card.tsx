import { useId } from 'react'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { isVerified } from '../rules.ts'
import { useOwnVerification } from './use-own-verification.ts'
import { useVerificationGroups } from './use-verification-groups.ts'
import { OwnVerificationStatus } from './verification-status.tsx'

/** The signed-in person's verification status. */
export function OwnVerificationCard() {
  const headingId = useId()
  const { isVerificationOff = false } = useSiteContent()
  const groups = useVerificationGroups() ?? []
  const { data, error, isError, refetch } = useOwnVerification()
  if (isVerificationOff && !data?.item) return null
  return (
    <section aria-labelledby={headingId} className="rounded-md border border-haze bg-dusk p-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={headingId} className="text-lg">
            {t('IRL Verification')}
          </h2>
          <p className="mt-1 text-paper-dim text-sm">{groups.map(({ label }) => label).join(' · ')}</p>
        </div>
        {data && !isVerificationOff && !isVerified(data.item?.status) && (
          <ButtonLink to="/verify" size="sm">
            {data.item === null ? t('Get verified') : t('Go to verification')}
          </ButtonLink>
        )}
      </header>
      {data === undefined && !isError && <Skeleton label={t('Loading your verification…')} rows={1} />}
      {data === undefined && isError && (
        <div className="mt-4">
          <ErrorNote message={t('Failed to load your verification.')} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data?.item === null && <p className="mt-4 text-sm">{t('You are not verified.')}</p>}
      {data?.item && <OwnVerificationStatus />}
    </section>
  )
}
