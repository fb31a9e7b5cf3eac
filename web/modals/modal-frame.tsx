/** Components and hooks with which the view of a modal controls its dialog. */
import { createContext, type ReactNode, use, useEffect } from 'react'
import { Dialog } from '@base-ui/react/dialog'
import { HelpLink } from '../features/help/help-link.tsx'
import styles from './modal-stack.module.css'

type BeforeClose = () => boolean | void
export class ModalFrame {
  #beforeClose: BeforeClose | null = null

  guard(handler: BeforeClose | null): void {
    this.#beforeClose = handler
  }
  mayClose(): boolean {
    return this.#beforeClose?.() !== false
  }
}
export const ModalFrameContext = createContext<ModalFrame>(new ModalFrame())

type TitleProps = { children: ReactNode; description?: ReactNode; hasHelp?: boolean }
/** The title, which every modal must have: it is also the accessible name of the dialog. */
export function ModalTitle({ children, description, hasHelp }: TitleProps) {
  return (
    <header className={styles.header} data-help={hasHelp}>
      <Dialog.Title className={styles.title}>{children}</Dialog.Title>
      {hasHelp && <HelpLink className={styles.help} />}
      {description && <Dialog.Description className={styles.description}>{description}</Dialog.Description>}
    </header>
  )
}

/** The scrolling part between title and actions. */
export function ModalBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

/** The buttons at the end of the dialog, which are always visible. */
export function ModalActions({ children }: { children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>
}

/** Calls the handler when the player closes the modal, but not on "back". Returning false keeps the modal open. */
export function useBeforeClose(handler: () => boolean | void): void {
  const frame = use(ModalFrameContext)
  useEffect(() => {
    frame.guard(handler)
    return () => frame.guard(null)
  })
}
