/** Loads the code and labels of modals, when one opens or in advance. */
import { type ModalEntry, type ModalKey, type ModalModule, modals } from '../modals.ts'
import type { Labels } from '../render/labels.tsx'

/** Files in this folder are modals, except those that show every modal. */
export const modalChunks = import.meta.glob<{ modal: ModalModule }>(['./*.tsx', '!./{modal-*,use-modal,*.test}.tsx'])
/** A file has the name of its key, unless several keys share a view. */
export const fileOf = (key: ModalKey) => `./${(modals[key] as ModalEntry).view ?? key}.tsx`

/** A failure is kept until it is forgotten: a view that waits would otherwise ask again and again, and never fail. */
const modules = new Map<ModalKey, Promise<ModalModule>>()
export function moduleOf(key: ModalKey, labels: Labels): Promise<ModalModule> {
  let loading = modules.get(key)
  if (!loading) {
    loading = modalChunks[fileOf(key)]!().then(async ({ modal }) => {
      await Promise.all((modal.labels ?? []).map((area) => labels.load(area)))
      return modal
    })
    modules.set(key, loading)
  }
  return loading
}

/** Removes a failed load from the cache before another attempt. */
export function forgetModule(key: ModalKey): void {
  modules.delete(key)
}
