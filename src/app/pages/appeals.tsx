import { AppealsView } from '#features/appeals/web/appeals-view.tsx'
import { useTypesOfFamilies } from '#features/discipline/web/queries.ts'

export const Page = () => <AppealsView types={useTypesOfFamilies()} />
