import type { Feature } from '#server/feature.ts'
import { endpoints } from './contract.ts'
import { type DoctorRoutesDeps, doctorRoutes } from './server/routes.ts'

export const doctor: Feature<DoctorRoutesDeps> = {
  name: 'doctor',
  title: 'Doctor',
  endpoints,
  setUp: doctorRoutes,
}
