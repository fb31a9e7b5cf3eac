/**
 * Splits hydration into parts, so that the browser can handle input in between. React hydrates and commits the content
 * of a Suspense boundary without yielding, and hydrates a nested boundary after the one around it.
 */
import { type ReactNode, Suspense, useEffect, useState } from 'react'

type Part = { isHydrated: boolean }
const pendingParts = new Set<Part>()
let onComplete: (() => void) | null = null

/** Hydrates its children after everything outside of it, or immediately when one of them is clicked. */
export function HydrateLater({ children }: { children: ReactNode }) {
  const [part] = useState<Part>(() => ({ isHydrated: false }))
  useEffect(() => {
    if (!part.isHydrated) pendingParts.add(part)
    return () => finish(part)
  }, [part])
  return (
    <Suspense>
      {children}
      <Hydrated part={part} />
    </Suspense>
  )
}

/** Hydrates the first of `parts` together with the surrounding content, then the others one by one. */
export function HydrateInOrder({ parts: [first, ...rest] }: { parts: ReactNode[] }) {
  return (
    <>
      {first}
      {rest.length > 0 && (
        <HydrateLater>
          <HydrateInOrder parts={rest} />
        </HydrateLater>
      )}
    </>
  )
}

/** Splits `list` into lists of at most `size`. */
export function inBatches<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/** Calls `then` once every part is hydrated. Must be called in an effect of the root, after the parts' effects. */
export function onceAllHydrated(then: () => void): void {
  if (pendingParts.size === 0) then()
  else onComplete = then
}

/** Must be rendered after its siblings, so that parts nested in them are registered before this part finishes. */
function Hydrated({ part }: { part: Part }) {
  useEffect(() => {
    finish(part)
  }, [part])
  return null
}

function finish(part: Part): void {
  part.isHydrated = true
  pendingParts.delete(part)
  if (pendingParts.size > 0) return
  onComplete?.()
  onComplete = null
}
