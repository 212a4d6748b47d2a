import { Component, type ReactNode } from 'react'
import { ErrorPage } from '../pages/error.tsx'

/** Catches what a page throws while it renders and shows the error screen instead. React itself logs the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children
  }
}
