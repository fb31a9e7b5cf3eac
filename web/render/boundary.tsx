/** An error boundary. A new `resetKey` or a call of `retry` renders the children again. */
import { Component, type ReactNode } from 'react'

type BoundaryProps = { children: ReactNode; resetKey: string; fallback: (retry: () => void) => ReactNode }
type BoundaryState = { hasFailed: boolean; key: string }

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, key: this.props.resetKey }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true }
  }
  static getDerivedStateFromProps({ resetKey }: BoundaryProps, { key }: BoundaryState): Partial<BoundaryState> | null {
    return key === resetKey ? null : { hasFailed: false, key: resetKey }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(() => this.setState({ hasFailed: false })) : this.props.children
  }
}
