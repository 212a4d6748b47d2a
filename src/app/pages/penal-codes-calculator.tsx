// A tool, although anyone may use it: its styles stay out of the stylesheet that every first visit loads.
import '#ui/staff.css'
import { Calculator } from '#features/codes/web/calculator.tsx'

export const Page = () => <Calculator />
