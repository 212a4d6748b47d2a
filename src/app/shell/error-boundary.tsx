import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { t } from '#lib/messages.ts'
import { reasonOf } from '#web/call.ts'

/** The error page is loaded when it is needed. If it cannot be loaded either, only its text is shown. */
const ErrorPage = lazy<ComponentType<{ why: string | null }>>(() =>
  import('../pages/error.tsx').then(
    (module) => ({ default: module.ErrorPage }),
    () => ({ default: () => <h1 className="p-6">{t('Something went wrong. Please refresh.')}</h1> }),
  ),
)

/**
 * Matches the messages with which Chrome, Firefox, Safari and Vite report code or a stylesheet that could not be
 * loaded.
 */
const NOT_FETCHED = /dynamically imported module|Importing a module script failed|Unable to preload CSS/

function whyOf(error: unknown): string | null {
  if (error instanceof Error && NOT_FETCHED.test(error.message)) {
    return t('A part of this page could not be fetched. Check your connection and refresh.')
  }
  return reasonOf(error)
}

interface State {
  hasFailed: boolean
  why: string | null
}

/**
 * Catches the errors that a page throws while it renders, and shows the error screen instead. React itself logs the
 * error.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false, why: null }

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, why: whyOf(error) }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main>
        {/* The failed page's title is gone with the page. */}
        <title>{t('Something went wrong')}</title>
        <div role="alert">
          <Suspense>
            <ErrorPage why={this.state.why} />
          </Suspense>
        </div>
      </main>
    )
  }
}
