// A tool, though for anyone: what it looks like is not in the stylesheet of every first visit.
import '#ui/staff.css'
import { Calculator } from '#features/codes/web/calculator.tsx'

export const Page = () => <Calculator />
