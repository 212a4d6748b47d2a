import { t } from '#lib/messages.ts'

/** A banner above every page of the demo, so that nobody mistakes the invented community for a real one. */
export function DemoBanner() {
  return (
    <aside
      aria-label={t('Demo mode')}
      className="no-print relative z-30 border-amber/40 border-b bg-[repeating-linear-gradient(-45deg,color-mix(in_srgb,var(--color-amber),var(--color-night)_86%)_0_14px,color-mix(in_srgb,var(--color-amber),var(--color-night)_91%)_14px_28px)] text-balance px-4 py-2 text-center text-amber text-sm"
    >
      <strong className="font-bold font-sign">{t('Demo mode.')}</strong>{' '}
      {t('The people and the Discord behind the sign-in are made up and run on this computer.')}
    </aside>
  )
}
