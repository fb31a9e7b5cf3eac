/** Shows the offer to install the site. It is empty until the offer's chunk has loaded, or if there is no offer. */
import { type ReactNode, useSyncExternalStore } from 'react'

type Offer = (isMenu: boolean) => ReactNode

let offer: Offer | null = null
const listeners = new Set<() => void>()

export function showInstallOffer(view: Offer): void {
  offer = view
  for (const listener of listeners) listener()
}

export function InstallSlot({ isMenu = false }: { isMenu?: boolean }) {
  const view = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
    () => null,
  )
  return view?.(isMenu)
}
