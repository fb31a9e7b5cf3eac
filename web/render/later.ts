/** Components whose code is no part of the page's chunk, and which the server renders all the same. */
import { type ComponentType, createElement, lazy } from 'react'

type Module<P> = { default: ComponentType<P> }
/** What a page needs for some of its queries alone. */
export type Part = {
  /** The source path below web/, the key in the build manifest. */
  file: string
  load: () => Promise<unknown>
}

/**
 * Rendered at once where `load` has been awaited, as on the server; otherwise like `lazy`, inside Suspense. The browser
 * hydrates it when its chunk has arrived.
 */
export function later<P extends object>(
  file: string,
  get: () => Promise<Module<P>>,
): Part & { View: ComponentType<P> } {
  let known: Module<P> | null = null
  const load = async () => (known ??= await get())
  const Awaited = lazy(load)
  const View = (props: P) => (known ? createElement(known.default, props) : createElement(Awaited, props))
  return { file, load, View }
}
