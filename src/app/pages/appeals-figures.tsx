import { AppealFigures } from '#features/appeals/web/appeal-figures.tsx'

export const Page = () => <AppealFigures />
