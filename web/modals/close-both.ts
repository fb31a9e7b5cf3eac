/** Closes a modal together with the confirmation above it. */
import type { Navigator } from '../render/navigate.ts'
import type { ModalKey } from '../modals.ts'
import { closeModal } from './use-modal.tsx'

/** Closes the upper modal first and then the lower one, both through history, so that "back" reopens neither. */
export function closeBoth(navigator: Navigator, upper: ModalKey, lower: ModalKey): void {
  const stop = navigator.subscribe(() => {
    if (new URLSearchParams(navigator.place.search).has(upper)) return
    stop()
    closeModal(navigator, lower)
  })
  closeModal(navigator, upper)
}
