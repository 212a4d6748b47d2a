import { DoctorView } from '#features/doctor/web/doctor-view.tsx'

export function Page() {
  return <DoctorView />
}
