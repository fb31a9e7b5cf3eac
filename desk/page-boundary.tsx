/** Catches a page whose script could not be loaded, or which failed; loading the desk again is the way out of both. */
import { Component, type ReactNode } from 'react'
import { Failed } from '#web/design/empty/empty.tsx'
import { label } from './labels.ts'

export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }
  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Failed title={label('notReachable')} retryLabel={label('retry')} onRetry={() => location.reload()}>
        {label('notReachableHint')}
      </Failed>
    )
  }
}
