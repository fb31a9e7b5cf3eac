/** Renders the open modals nested, so that Escape and "back" affect only the top one. */
import { type CSSProperties, type ReactNode, Suspense, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from '@base-ui/react/dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { LabelsContext, useLabels } from '../render/labels.tsx'
import { useNavigator } from '../render/router.tsx'
import { type ModalEntry, modals } from '../modals.ts'
import { Spinner } from '../design/spinner/spinner.tsx'
import { Icon } from '../design/icon/icon.tsx'
import { Failed } from '../design/empty/empty.tsx'
import { Boundary } from '../render/boundary.tsx'
import { usePressGuard } from '../features/app/use-press-guard.ts'
import { forgetModule, moduleOf } from './modal-modules.ts'
import type { OpenModal } from './modal-state.ts'
import { ModalFrame, ModalFrameContext } from './modal-frame.tsx'
import { closeModal } from './use-modal.tsx'
import styles from './modal-stack.module.css'

export default function ModalStack({ open }: { open: OpenModal[] }) {
  const labels = use(LabelsContext)
  usePressGuard()
  // Loads the texts of the error view while there is a connection.
  useEffect(() => {
    void labels.load('errors')
  }, [labels])
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>
        <Level open={open} index={0} />
      </DirectionProvider>
    </CSPProvider>
  )
}

/** One level of the stack. It keeps its modal during the fade-out of 250 ms after the key is removed. */
function Level({ open, index }: { open: OpenModal[]; index: number }): ReactNode {
  const current = open[index]
  const [leaving, setLeaving] = useState<OpenModal | undefined>(current)
  if (current && (current.key !== leaving?.key || current.value !== leaving.value)) setLeaving(current)
  const shown = current ?? leaving
  if (!shown) return null
  return (
    <ModalLevel shown={shown} isOpen={Boolean(current)} index={index} onGone={() => setLeaving(undefined)}>
      <Level open={open} index={index + 1} />
    </ModalLevel>
  )
}

type LevelProps = { shown: OpenModal; isOpen: boolean; index: number; onGone: () => void; children: ReactNode }
function ModalLevel({ shown, isOpen, index, onGone, children }: LevelProps) {
  const t = useLabels('shell')
  const navigator = useNavigator()
  const popup = useRef<HTMLDivElement>(null)
  // False until the view has loaded.
  const [mustAnswer, setMustAnswer] = useState(false)
  const [frame] = useState(() => new ModalFrame())
  const close = () => {
    if (frame.mayClose()) closeModal(navigator, shown.key)
  }
  // The view may already have focused a field. The close button must not get the initial focus.
  const firstFocus = () => (popup.current?.contains(document.activeElement) ? false : popup.current)
  const style = { '--modal-level': index } as CSSProperties
  return (
    <Dialog.Root
      open={isOpen}
      disablePointerDismissal
      onOpenChange={(isOpening) => !isOpening && close()}
      onOpenChangeComplete={(isOpenNow) => !isOpenNow && onGone()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} style={style} forceRender />
        <Dialog.Viewport className={styles.viewport} style={style}>
          <Dialog.Popup
            ref={popup}
            className={styles.popup}
            data-modal={shown.key}
            data-wide={(modals[shown.key] as ModalEntry).isWide}
            initialFocus={firstFocus}
          >
            {!mustAnswer && (
              <Dialog.Close className={styles.close} aria-label={t('close')}>
                <Icon name="close" />
              </Dialog.Close>
            )}
            <ModalFrameContext value={frame}>
              <Boundary
                resetKey={shown.key}
                fallback={(retry) => (
                  <ModalFailed
                    onRetry={() => {
                      forgetModule(shown.key)
                      retry()
                    }}
                  />
                )}
              >
                <Suspense fallback={<ModalLoading />}>
                  <ModalContent key={shown.key} shown={shown} onMustAnswer={setMustAnswer} />
                </Suspense>
              </Boundary>
            </ModalFrameContext>
          </Dialog.Popup>
          {children}
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ContentProps = { shown: OpenModal; onMustAnswer: (mustAnswer: boolean) => void }
function ModalContent({ shown, onMustAnswer }: ContentProps) {
  const labels = use(LabelsContext)
  const { View, mustAnswer = false } = use(moduleOf(shown.key, labels))
  useLayoutEffect(() => {
    onMustAnswer(mustAnswer)
  }, [onMustAnswer, mustAnswer])
  return <View value={shown.value} modalKey={shown.key} />
}

function ModalLoading() {
  const t = useLabels('shell')
  return (
    <div className={styles.loading}>
      <Dialog.Title className={styles.hidden}>{t('loading')}</Dialog.Title>
      <Spinner />
    </div>
  )
}

/** The error view of a dialog whose chunk failed to load or whose view threw. */
function ModalFailed({ onRetry }: { onRetry: () => void }) {
  const t = useLabels('errors')
  const shell = useLabels('shell')
  return (
    <div>
      <Dialog.Title className={styles.hidden}>{t('title')}</Dialog.Title>
      <Failed title={t('title')} retryLabel={shell('retry')} onRetry={onRetry} />
    </div>
  )
}
