/** Views of holds and of what a withdrawal needs, loaded after the page that they stand on. */
import { type ComponentType, lazy, Suspense } from 'react'
import { useInBrowser } from '../../render/use-in-browser.ts'

type Parts = typeof import('./hold-parts.tsx')

function later<Props extends object>(pick: (parts: Parts) => ComponentType<Props>): (props: Props) => React.ReactNode {
  const Part = lazy(async () => ({
    default: pick(await import('./hold-parts.tsx')),
  })) as unknown as ComponentType<Props>
  return function Later(props) {
    // The server does not wait for code that loads later.
    const isInBrowser = useInBrowser()
    return (
      isInBrowser && (
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      )
    )
  }
}

export const HoldView = later((parts) => parts.HoldView)
export const RequirementsView = later((parts) => parts.RequirementsView)
export const VerifyOffer = later((parts) => parts.VerifyOffer)
