import { Component, lazy, type ReactNode, Suspense } from 'react'

/** Fetched when it is needed; where that fails too, its words alone. */
const ErrorPage = lazy(() =>
  import('../pages/error.tsx').then(
    (module) => ({ default: module.ErrorPage }),
    () => ({ default: () => <h1 className="p-6">Something went wrong. Please refresh.</h1> }),
  ),
)

/** Catches what a page throws while it renders and shows the error screen instead. React itself logs the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main>
        {/* The failed page took its own title with it. */}
        <title>Something went wrong</title>
        <div role="alert">
          <Suspense>
            <ErrorPage />
          </Suspense>
        </div>
      </main>
    )
  }
}
