import { GivenAppealsView } from '#features/appeals/web/given-appeals-view.tsx'
import { useTypesOfFamilies } from '#features/discipline/web/queries.ts'

export const Page = () => <GivenAppealsView types={useTypesOfFamilies()} />
