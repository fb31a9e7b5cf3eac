/** The password reset form as a modal: the key's value is the code. */
import { useState } from 'react'
import { buttonClass } from '../../design/button/button.tsx'
import { Empty } from '../../design/empty/empty.tsx'
import { ResetForm } from '../../features/passwords/reset-form.tsx'
import type { ModalModule, ModalProps } from '../../modals.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalBody, ModalTitle } from '../modal-frame.tsx'
import { ModalLink, useModal } from '../use-modal.tsx'

function ResetPass({ value }: ModalProps) {
  const t = useLabels('passwords')
  const { open } = useModal()
  const [isVoid, setVoid] = useState(value === 'true' || value === '')
  const done = () => open('success', 'password-reset', { instead: 'reset-pass' })
  if (isVoid) {
    return (
      <>
        <ModalTitle>{t('resetTitle')}</ModalTitle>
        <ModalBody>
          <Empty
            icon="link"
            title={t('resetVoidTitle')}
            action={
              <ModalLink modal="forgot-pass" instead="reset-pass" className={buttonClass} data-tone="primary">
                {t('askAgain')}
              </ModalLink>
            }
          >
            {t('resetVoidText')}
          </Empty>
        </ModalBody>
      </>
    )
  }
  return (
    <>
      <ModalTitle description={t('resetLead')}>{t('resetTitle')}</ModalTitle>
      <ModalBody>
        <ResetForm code={value.slice(0, 256)} onDone={done} onVoid={() => setVoid(true)} />
      </ModalBody>
    </>
  )
}

export const modal: ModalModule = { View: ResetPass, labels: ['passwords', 'fields'], width: 'narrow' }
