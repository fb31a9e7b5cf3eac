/** The view of a modal within an open dialog, as the stack of modals shows it. */
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import type { ModalKey, ModalModule } from '#web/modals.ts'

export function dialog({ View }: ModalModule, value = 'true', modalKey?: ModalKey): ReactNode {
  return (
    <Dialog.Root open>
      <View value={value} {...(modalKey && { modalKey })} />
    </Dialog.Root>
  )
}
