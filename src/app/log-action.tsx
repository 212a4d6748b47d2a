import { LogForm } from '#features/discipline/web/log-form.tsx'
import { useOffencesOf } from '#features/offences/web/queries.ts'

interface LogActionProps {
  about: { id: string; name: string; note: string | null }
  onClose(): void
}

/** Logs an action on somebody, for an offence of the catalogue or without. */
export function LogAction(props: LogActionProps) {
  return <LogForm people={[]} offences={useOffencesOf('staff')} {...props} />
}
