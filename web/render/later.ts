/** Components whose code is no part of the page's chunk, and which the server renders all the same. */
import { type ComponentType, createElement, lazy } from 'react'
import { Arrived } from './arrived.tsx'

type Module<P> = { default: ComponentType<P> }
/** What a page needs for some of its queries alone. */
export type Part = {
  /** The source path below web/, the key in the build manifest. */
  file: string
  load: () => Promise<unknown>
  /** Not loaded with the page: the browser asks for its scripts when they are due. */
  isLate: boolean
}

/**
 * Rendered at once where `load` has been awaited, as on the server; otherwise like `lazy`, inside Suspense. The browser
 * hydrates it when `isDue` has resolved and its chunk has arrived.
 */
export function later<P extends object>(
  file: string,
  get: () => Promise<Module<P>>,
  isDue?: () => Promise<void>,
): Part & { View: ComponentType<P> } {
  let known: Module<P> | null = null
  const load = async () => {
    const module = await get()
    return (known ??= { default: (props) => createElement(Arrived, null, createElement(module.default, props)) })
  }
  const Awaited = lazy(async () => {
    await isDue?.()
    return load()
  })
  const View = (props: P) => (known ? createElement(known.default, props) : createElement(Awaited, props))
  return { file, load, View, isLate: isDue !== undefined }
}
