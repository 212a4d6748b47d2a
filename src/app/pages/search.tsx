// A tool, although anyone may use it: its styles stay out of the stylesheet that every first visit loads.
import '#ui/staff.css'
import { SearchView } from '#features/assistant/web/search-view.tsx'

export const Page = () => <SearchView />
