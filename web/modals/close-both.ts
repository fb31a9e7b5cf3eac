/** Leaves a modal by the confirmation above it. */
import type { Navigator } from '../render/navigate.ts'
import type { ModalKey } from '../modals.ts'
import { closeModal } from './use-modal.tsx'

/** The upper one closes first through history, then the lower one, so that Back reopens neither. */
export function closeBoth(navigator: Navigator, upper: ModalKey, lower: ModalKey): void {
  const stop = navigator.subscribe(() => {
    if (new URLSearchParams(navigator.place.search).has(upper)) return
    stop()
    closeModal(navigator, lower)
  })
  closeModal(navigator, upper)
}
