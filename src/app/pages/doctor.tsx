import { DoctorView } from '#features/doctor/web/doctor-view.tsx'

export const Page = () => <DoctorView />
