// A tool, though for anyone: what it looks like is not in the stylesheet of every first visit.
import '#ui/staff.css'
import { SearchView } from '#features/assistant/web/search-view.tsx'

export const Page = () => <SearchView />
