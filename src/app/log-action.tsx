import { LogForm } from '#features/discipline/web/log-form.tsx'
import { useOffencesOf } from '#features/offences/web/queries.ts'

interface LogActionProps {
  about: { id: string; name: string; note: string | null }
  onClose(): void
}

/** The form that logs an action against a person, with or without an offence of the catalogue. */
export function LogAction(props: LogActionProps) {
  return <LogForm people={[]} offences={useOffencesOf('staff')} {...props} />
}
