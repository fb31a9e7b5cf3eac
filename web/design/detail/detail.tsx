/** A term and its description in a list of details (`dl`). */
import type { ReactNode } from 'react'

type DetailProps = {
  term: string
  children: ReactNode
  className?: string | undefined
  [attribute: `data-${string}`]: string
}

export function Detail({ term, children, ...attributes }: DetailProps) {
  return (
    <div {...attributes}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
