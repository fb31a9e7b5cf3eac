/** False while the server renders and the page is hydrated, for what the server does not wait for or cannot know. */
import { useSyncExternalStore } from 'react'

const noChange = () => () => undefined

export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
