/** The step-up dialog, above any modal. It shows the strongest method and offers the others. */
import { type CSSProperties, useRef, useState } from 'react'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import type { RouteReply } from '#contract/api.ts'
import { useApi } from '../../api/use-api.ts'
import { Button } from '../../design/button/button.tsx'
import { Failed } from '../../design/empty/empty.tsx'
import { Icon } from '../../design/icon/icon.tsx'
import { Spinner } from '../../design/spinner/spinner.tsx'
import { ModalBody, ModalTitle } from '../../modals/modal-frame.tsx'
import frame from '../../modals/modal-stack.module.css'
import { useLabels } from '../../render/labels.tsx'
import { OtpProof } from './otp-proof.tsx'
import { hasPasskeys } from '../../device/passkey.ts'
import { PasskeyProof } from './passkey-proof.tsx'
import { answerProof } from './step-up-store.ts'
import styles from './step-up.module.css'
import { TypedProof } from './typed-proof.tsx'

type Method = RouteReply<'GET /api/player/step-up'>['methods'][number]

/** Above any stack of modals. */
const level = { '--modal-level': 20 } as CSSProperties

export default function StepUpDialog() {
  const shell = useLabels('shell')
  const popup = useRef<HTMLDivElement>(null)
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  // A field may have the focus already; the close button never gets it initially.
  const firstFocus = () => (popup.current?.contains(document.activeElement) ? false : popup.current)
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction}>
        <Dialog.Root open disablePointerDismissal onOpenChange={(isOpening) => !isOpening && answerProof(false)}>
          <Dialog.Portal>
            <Dialog.Backdrop className={frame.backdrop} style={level} forceRender />
            <Dialog.Viewport className={frame.viewport} style={level}>
              <Dialog.Popup ref={popup} className={frame.popup} data-step-up="" initialFocus={firstFocus}>
                <Dialog.Close className={frame.close} aria-label={shell('close')}>
                  <Icon name="close" />
                </Dialog.Close>
                <StepUpContent />
              </Dialog.Popup>
            </Dialog.Viewport>
          </Dialog.Portal>
        </Dialog.Root>
      </DirectionProvider>
    </CSPProvider>
  )
}

/** What is in the dialog. */
export function StepUpContent() {
  const t = useLabels('security')
  const { data, isError, refetch } = useApi('GET /api/player/step-up', undefined, { staleTime: 0, gcTime: 0 })
  // Passkeys are hidden where the browser does not support them.
  const methods = data?.methods.filter((method) => method !== 'passkey' || hasPasskeys())
  return (
    <>
      <ModalTitle description={t('stepUpText')}>{t('stepUpTitle')}</ModalTitle>
      <ModalBody>
        {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
        {!methods && !isError && <Spinner />}
        {methods?.length === 0 && <p>{t('noMethods')}</p>}
        {methods && methods.length > 0 && <Choice methods={methods} />}
      </ModalBody>
    </>
  )
}

const proofs = { passkey: PasskeyProof, totp: TypedProof, password: TypedProof, otp: OtpProof }

/** One method's view, and links to the others. */
function Choice({ methods }: { methods: Method[] }) {
  const t = useLabels('security')
  const [selected, setSelected] = useState<Method>(methods[0]!)
  const chosen = methods.includes(selected) ? selected : methods[0]!
  const Proof = proofs[chosen]
  return (
    <>
      <Proof key={chosen} method={chosen} />
      {methods.length > 1 && (
        <div className={styles.others}>
          {methods
            .filter((method) => method !== chosen)
            .map((method) => (
              <Button key={method} tone="plain" onClick={() => setSelected(method)}>
                {t(`use_${method}`)}
              </Button>
            ))}
        </div>
      )}
    </>
  )
}
