/** Components whose code is outside of the page's chunk, although the server renders them. */
import { type ComponentType, createElement, lazy } from 'react'
import { LatePart } from './late-part.tsx'

type Module<P> = { default: ComponentType<P> }
/** A chunk that a page needs only for some values of its query. */
export type Part = {
  /** The source path below web/, the key in the build manifest. */
  file: string
  load: () => Promise<unknown>
  /** The browser does not load this part with the page, but when `isDue` resolves. */
  isLate: boolean
}

/**
 * Renders synchronously if `load` has been awaited, as on the server; otherwise it suspends like `lazy`. The browser
 * hydrates the component when `isDue` has resolved and the chunk has loaded.
 */
export function later<P extends object>(
  file: string,
  get: () => Promise<Module<P>>,
  isDue?: () => Promise<void>,
): Part & { View: ComponentType<P> } {
  let known: Module<P> | null = null
  const load = async () => {
    const module = await get()
    return (known ??= { default: (props) => createElement(LatePart, null, createElement(module.default, props)) })
  }
  const Awaited = lazy(async () => {
    await isDue?.()
    return load().catch(async (error: unknown) => {
      if (navigator.onLine) throw error
      // The page waits with what it shows, instead of an error in its place.
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      return load()
    })
  })
  const View = (props: P) => (known ? createElement(known.default, props) : createElement(Awaited, props))
  return { file, load, View, isLate: isDue !== undefined }
}
