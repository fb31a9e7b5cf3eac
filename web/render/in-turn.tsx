/**
 * Parts of a page that the browser hydrates one after the other. React commits what it hydrated, with its effects, in one
 * go, and yields only between commits; a boundary inside another is hydrated after the one around it.
 */
import { type ReactNode, Suspense, useEffect, useState } from 'react'

type Part = { isHydrated: boolean }
const awaited = new Set<Part>()
let act: (() => void) | null = null

/** Its children are hydrated after everything outside of it, or at once when they are pressed. */
export function Turn({ children }: { children: ReactNode }) {
  const [part] = useState<Part>(() => ({ isHydrated: false }))
  useEffect(() => {
    if (!part.isHydrated) awaited.add(part)
    return () => end(part)
  }, [part])
  return (
    <Suspense>
      {children}
      <Hydrated part={part} />
    </Suspense>
  )
}

/** The first of `parts` with what is around it, and each of the others after the one before. */
export function InTurn({ parts: [first, ...rest] }: { parts: ReactNode[] }) {
  return (
    <>
      {first}
      {rest.length > 0 && (
        <Turn>
          <InTurn parts={rest} />
        </Turn>
      )}
    </>
  )
}

/** `list` in lists of `size`. */
export function inLots<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/** Calls `then` when no part of the page waits for its turn. To be called in an effect of the root. */
export function onceAllHydrated(then: () => void): void {
  if (awaited.size === 0) then()
  else act = then
}

/** Rendered after its siblings: parts inside them are counted before this one ends. */
function Hydrated({ part }: { part: Part }) {
  useEffect(() => {
    end(part)
  }, [part])
  return null
}

function end(part: Part): void {
  part.isHydrated = true
  awaited.delete(part)
  if (awaited.size > 0) return
  act?.()
  act = null
}
